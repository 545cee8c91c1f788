import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import net from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { createPooledFetch } from '../../src/node/pooled-fetch.js';
import {
  createFinancingService,
  InvalidServiceResponseError,
  ServiceResponseError,
  ServiceUnreachableError,
} from '../../src/service/index.js';
import { rejection } from '../support/assertions.js';
import { credentials, financed, samples } from '../support/samples.js';
import { startHttp, startTcp } from '../support/servers.js';

function create(t: TestContext) {
  const pooledFetch = createPooledFetch();
  t.after(() => pooledFetch.close());
  return pooledFetch;
}

function createService(t: TestContext, baseUrl: string) {
  return createFinancingService({ baseUrl, ...credentials, fetch: create(t) });
}

function startBytes(t: TestContext, bytes: string) {
  return startTcp(t, (socket) => void socket.once('data', () => socket.end(bytes)));
}

const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const options = { timeout: 120_000, concurrency: true };

describe('createPooledFetch() with a large response', options, () => {
  const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024));
  const endless: RequestListener = (_, response) => {
    const chunk = Buffer.alloc(64 * 1024, 0x20);
    const write = () => {
      while (response.write(chunk));
    };
    response.on('drain', write).on('error', () => undefined);
    write();
  };
  const responses: Record<string, RequestListener> = {
    'a gzip bomb': (_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    'five encodings': (_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip, gzip, br, gzip, deflate' }).end(bomb),
    'an endless body': endless,
  };
  for (const [what, listener] of Object.entries(responses)) {
    it(`rejects the body: ${what}`, async (t) => {
      const service = createService(t, await startHttp(t, listener));
      await rejection(samples.createPrequalLink.call(service), InvalidServiceResponseError);
    });
  }

  const encoded: Record<string, Buffer> = {
    gzip: gzipSync('[]'),
    'GZIP, identity': gzipSync('[]'),
    'x-gzip': gzipSync('[]'),
    deflate: deflateSync('[]'),
    Deflate: deflateRawSync('[]'),
    br: brotliCompressSync('[]'),
    'deflate, gzip': gzipSync(deflateSync('[]')),
  };
  for (const [encoding, body] of Object.entries(encoded)) {
    it(`decodes ${encoding}, like the global fetch`, async (t) => {
      const url = await startHttp(t, (_, response) => {
        response.writeHead(200, { 'content-encoding': encoding }).end(body);
      });
      assert.equal(await (await create(t)(new Request(url))).text(), '[]');
    });
  }

  it('decodes a body with two Content-Encoding headers', async (t) => {
    const url = await startHttp(t, (_, response) => {
      response.setHeader('content-encoding', ['deflate', 'gzip']);
      response.end(gzipSync(deflateSync('[]')));
    });
    assert.equal(await (await create(t)(new Request(url))).text(), '[]');
  });

  for (const encoding of ['br', 'gzip', 'compress', 'constructor', 'gzip,'.repeat(6)]) {
    it(`rejects a body that isn't encoded with ${encoding}`, async (t) => {
      const url = await startHttp(t, (_, response) => {
        response.writeHead(200, { 'content-encoding': encoding }).end('[]');
      });
      const response = await create(t)(new Request(url));
      await assert.rejects(response.text());
    });
  }

  it('gives each address a third of the time to connect, because IPv4 can be slow if IPv6 fails', async (t) => {
    const connect = t.mock.method(net, 'connect');
    const url = await startHttp(t, (_, response) => response.end('[]'));
    await create(t)(new Request(url));
    const [options] = connect.mock.calls[0]!.arguments as unknown as [net.TcpNetConnectOpts];
    assert.equal(options.autoSelectFamily, true);
    assert.equal(options.autoSelectFamilyAttemptTimeout, 666);
  });

  it('keeps the status of an error with a large body', async (t) => {
    const url = await startHttp(t, (_, response) => {
      response.writeHead(404, { 'content-encoding': 'gzip' }).end(bomb);
    });
    const error = await rejection(
      samples.createPrequalLink.call(createService(t, url)),
      ServiceResponseError,
    );
    assert.equal(error.status, 404);
  });

  for (const encoding of ['identity', 'Identity', '']) {
    it(`requests no encoding, and accepts "${encoding}"`, async (t) => {
      let requested: string | undefined;
      const url = await startHttp(t, (request, response) => {
        requested = request.headers['accept-encoding'];
        response.setHeader('content-encoding', encoding);
        response.end(JSON.stringify([financed('sofa')]));
      });
      const results = await samples.estimatePayments.call(createService(t, url));
      assert.deepEqual(results, [financed('sofa')]);
      assert.equal(requested, 'identity');
    });
  }
});

describe('createPooledFetch() with wrong headers', options, () => {
  const wrong: Record<string, string> = {
    '40 kB in one': `${head}x: ${'a'.repeat(40_000)}\r\n\r\n`,
    '10,000 of them': `${head}${'a: b\r\n'.repeat(10_000)}\r\n`,
    'a NUL in one': `${head}x: a\0b\r\n\r\n`,
    'HTTP/0.9': '<html>',
  };
  for (const [what, bytes] of Object.entries(wrong)) {
    it(`rejects: ${what}`, async (t) => {
      const service = createService(t, await startBytes(t, bytes));
      await rejection(samples.estimatePayments.call(service), ServiceUnreachableError);
    });
  }

  it('skips 1,000 interim responses', async (t) => {
    const interim = 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1_000);
    const url = await startBytes(t, `${interim}${head}\r\n[]`);
    assert.equal(await (await create(t)(new Request(url))).text(), '[]');
  });

  it('decodes a header as Latin-1, like fetch', async (t) => {
    const url = await startBytes(t, `${head}x-sofa: 🛋\r\ncontent-length: 2\r\n\r\n[]`);
    const response = await create(t)(new Request(url));
    assert.equal(response.headers.get('x-sofa'), Buffer.from('🛋').toString('latin1'));
  });
});
