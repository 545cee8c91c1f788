import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { serve, toNodeListener } from '../../src/node/index.js';
import { createFinancingProxy } from '../../src/proxy/index.js';
import { credentials, samples, serviceUrl } from '../support/samples.js';
import { createServiceStub } from '../support/service-stub.js';

const path = `/financing${samples.estimatePayments.path}`;
const headers = { 'content-type': 'application/json' };

function createProxy() {
  const { fetch } = createServiceStub();
  return createFinancingProxy({ baseUrl: serviceUrl, ...credentials, fetch });
}

async function startServer(t: TestContext): Promise<string> {
  const { url, close } = await serve(createProxy(), { host: '127.0.0.1', port: 0 });
  t.after(() => close());
  return url;
}

/** A server whose body parser inflates, and keeps the bytes, as `express.json({ verify })` can. */
async function startParser(t: TestContext): Promise<string> {
  const listener = toNodeListener(createProxy());
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const bytes = Buffer.concat(chunks);
      const isPacked = req.headers['content-encoding'] === 'gzip';
      listener(Object.assign(req, { rawBody: isPacked ? gunzipSync(bytes) : bytes }), res);
    });
  }).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The ways in which bytes reach the proxy. Each returns the status of the answer. */
const ways: Record<string, (t: TestContext, body: Uint8Array<ArrayBuffer>) => Promise<number>> = {
  async 'over HTTP'(t, body) {
    const url = (await startServer(t)) + path;
    return (await fetch(url, { method: 'POST', headers, body })).status;
  },
  async 'over HTTP in chunks'(t, bytes) {
    const url = (await startServer(t)) + path;
    const body = new Blob([bytes]).stream();
    return (await fetch(url, { method: 'POST', headers, body, ...{ duplex: 'half' } })).status;
  },
  async 'after another reader has read a copy of it'(t, body) {
    const proxy = createProxy();
    const { url, close } = await serve(
      {
        async fetch(request) {
          await request.clone().text();
          return proxy.fetch(request);
        },
      },
      { host: '127.0.0.1', port: 0 },
    );
    t.after(() => close());
    return (await fetch(url + path, { method: 'POST', headers, body })).status;
  },
  async 'through a body parser'(t, body) {
    const url = (await startParser(t)) + path;
    return (await fetch(url, { method: 'POST', headers, body })).status;
  },
};

const ids: [what: string, id: Buffer, status: number][] = [
  ['U+FFFD itself', Buffer.from('\ufffd'), 200],
  ['a byte that is no UTF-8', Buffer.from([0xff]), 400],
  ['a character of four bytes cut to three', Buffer.from([0xf0, 0x9f, 0x98]), 400],
  ['U+FFFD beside a byte that is no UTF-8', Buffer.from([0xef, 0xbf, 0xbd, 0xff]), 400],
];

for (const [way, send] of Object.entries(ways)) {
  describe(`An estimation that comes ${way}`, () => {
    for (const [what, id, status] of ids) {
      it(`is answered ${status} when an id is ${what}`, async (t) => {
        const body = [Buffer.from('[{"id":"'), id, Buffer.from('","totalAmount":1000}]')];
        assert.equal(await send(t, new Uint8Array(Buffer.concat(body))), status);
      });
    }
  });
}

describe('An estimation that a body parser has inflated', () => {
  it('is taken, though its header still says how it came', async (t) => {
    const url = (await startParser(t)) + path;
    const body = gzipSync(JSON.stringify(samples.estimatePayments.body));
    const packed = { ...headers, 'content-encoding': 'gzip' };
    assert.equal((await fetch(url, { method: 'POST', headers: packed, body })).status, 200);
  });
});
