import assert from 'node:assert/strict';
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { toNodeListener } from '../../src/node/index.js';
import { samples } from '../support/samples.js';
import { createTestProxy, createTestWebhooks, toDelivery } from '../support/test-proxy.js';

async function start(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const echo = {
  fetch: async (request: Request) =>
    new Response(`${request.method} ${new URL(request.url).pathname} ${await request.text()}`),
};

const ask = async (url: string) => {
  const response = await fetch(url);
  const headers = Object.fromEntries(response.headers);
  return { status: response.status, headers, text: await response.text() };
};

/** As on-headers 1.0 does it, which reads a list of headers as one of pairs. */
function onHead(res: ServerResponse): void {
  const { writeHead } = res;
  const replaced = (code: number, ...more: unknown[]) => {
    const headers = more.find((each) => typeof each === 'object') ?? {};
    const pairs = Array.isArray(headers) ? (headers as string[]) : Object.entries(headers);
    for (const [header = '', value = ''] of pairs) res.setHeader(header, String(value));
    res.setHeader('x-on-head', 'yes');
    return writeHead.call(res, code);
  };
  Object.assign(res, { writeHead: replaced });
}

/** What middleware puts in place of the functions of a response. */
const replacements: Record<string, (res: ServerResponse) => void> = {
  'morgan, and all that stands on on-headers': onHead,
  'compression and express-session, whose end takes a chunk': (res) => {
    onHead(res);
    const { end } = res;
    const replaced = (chunk?: unknown) => {
      if (chunk !== undefined) Buffer.from(chunk as string);
      return Reflect.apply(end, res, chunk === undefined ? [] : [chunk]) as unknown;
    };
    Object.assign(res, { end: replaced });
  },
};

describe('toNodeListener', () => {
  it('makes a listener for node:http', async (t) => {
    const url = await start(t, toNodeListener(echo));
    const response = await fetch(`${url}/financing/x`, { method: 'PUT', body: 'body' });
    assert.equal(await response.text(), 'PUT /financing/x body');
  });

  it('hands on the whole path when Express or Connect has cut it', async (t) => {
    const listener = toNodeListener(echo);
    const url = await start(t, (req: IncomingMessage & { originalUrl?: string }, res) => {
      req.originalUrl = req.url ?? '';
      req.url = req.originalUrl.replace('/financing', '');
      listener(req, res);
    });
    assert.equal(await (await fetch(`${url}/financing/x`)).text(), 'GET /financing/x ');
  });

  for (const [parser, body] of [
    ['express.json()', { a: 1 }],
    ['express.text()', '{"a":1}'],
    ['express.raw()', Buffer.from('{"a":1}')],
  ] as const) {
    it(`hands on the body that ${parser} has used up`, async (t) => {
      const listener = toNodeListener(echo);
      const url = await start(t, (req: IncomingMessage & { body?: unknown }, res) => {
        req.resume().once('end', () => {
          req.body = body;
          setImmediate(() => listener(req, res));
        });
      });
      const response = await fetch(url, { method: 'POST', body: '{"a":1}' });
      assert.equal(await response.text(), 'POST / {"a":1}');
    });
  }

  it('refuses a body that express.json() has read and JSON cannot write: nested 20,000 levels deep', async (t) => {
    const listener = toNodeListener(createTestProxy());
    const body: unknown = JSON.parse('['.repeat(20_000) + ']'.repeat(20_000));
    const url = await start(t, (req, res) => {
      req.resume().once('end', () => {
        Object.assign(req, { body });
        setImmediate(() => listener(req, res));
      });
    });
    const { path } = samples.estimatePayments;
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '[]' };
    const response = await fetch(`${url}/financing${path}`, init);
    assert.equal(response.status, 400);
    assert.equal(((await response.json()) as { code: string }).code, 'invalid-json');
  });

  it('lets the log say that express.json() parsed a webhook, whose signature then fails', async (t) => {
    const { fetch: handle, log } = createTestWebhooks();
    const listener = toNodeListener({ fetch: handle });
    const url = await start(t, (req, res) => {
      const chunks: Buffer[] = [];
      req.on('data', (chunk: Buffer) => chunks.push(chunk));
      req.once('end', () => {
        Object.assign(req, { body: JSON.parse(Buffer.concat(chunks).toString()) as unknown });
        setImmediate(() => listener(req, res));
      });
    });
    const spaced = '{ "eventType": "MERCHANT_CREATED", "payload": {} }';
    const { headers } = await toDelivery(spaced);
    const response = await fetch(`${url}/financing/webhooks`, {
      ...{ method: 'POST', headers, body: spaced },
    });
    assert.equal(response.status, 401);
    const refusal = log.find(({ event }) => event === 'webhook-unverified');
    assert.equal(refusal?.reason, 'parsed-body');
  });

  for (const [kept, rawBody] of [
    ['bytes', Buffer.from('{"a": 1}')],
    ['bytes of the web', new TextEncoder().encode('{"a": 1}')],
    ['text', '{"a": 1}'],
  ] as const) {
    it(`hands on the ${kept} that a body parser has kept as rawBody`, async (t) => {
      const listener = toNodeListener(echo);
      const url = await start(t, (req, res) => {
        req.resume().once('end', () => {
          Object.assign(req, { body: { a: 1 }, rawBody });
          setImmediate(() => listener(req, res));
        });
      });
      const response = await fetch(url, { method: 'POST', body: '{"a": 1}' });
      assert.equal(await response.text(), 'POST / {"a": 1}');
    });
  }

  it('hands on what a body parser has inflated, though its header said how it came', async (t) => {
    const listener = toNodeListener(createTestProxy());
    const url = await start(t, (req, res) => {
      const chunks: Buffer[] = [];
      req.on('data', (chunk: Buffer) => chunks.push(chunk));
      req.on('end', () => {
        const rawBody = gunzipSync(Buffer.concat(chunks));
        listener(Object.assign(req, { rawBody }), res);
      });
    });
    const { path, body } = samples.estimatePayments;
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const ask = (content: string | Buffer) =>
      fetch(`${url}/financing${path}`, { method: 'POST', headers, body: gzipSync(content) });
    assert.equal((await ask(JSON.stringify(body))).status, 200);
    const { status } = await ask(Buffer.from('[{"id":"\xff","totalAmount":1}]', 'latin1'));
    assert.equal(status, 400, 'no UTF-8');
  });

  it('hands on a body of which a copy was read before', async (t) => {
    const proxy = createTestProxy();
    const listener = toNodeListener({
      async fetch(request) {
        await request.clone().text();
        return proxy.fetch(request);
      },
    });
    const { path, body } = samples.estimatePayments;
    const init = { method: 'POST', headers: { 'content-type': 'application/json' } };
    const url = `${await start(t, listener)}/financing${path}`;
    assert.equal((await fetch(url, { ...init, body: JSON.stringify(body) })).status, 200);
  });

  it('says so where something has read the body before, and left nothing', async (t) => {
    const listener = toNodeListener(createTestProxy());
    const url = await start(t, (req, res) => {
      req.resume().once('end', () => setImmediate(() => listener(req, res)));
    });
    const path = '/financing/purchase/api/v1/payment-estimation';
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url + path, { method: 'POST', headers, body: '[]' });
    assert.match(await response.text(), /or was read before the proxy got it/);
  });

  for (const [middleware, replace] of Object.entries(replacements)) {
    it(`answers through ${middleware}`, async (t) => {
      const listener = toNodeListener({
        fetch: () => new Response('body', { status: 201, headers: { 'content-type': 'text/x' } }),
      });
      const url = await start(t, (req, res) => {
        res.setHeader('content-type', 'text/theirs').setHeader('x-theirs', 'kept');
        replace(res);
        listener(req, res);
      });
      const { status, headers, text } = await ask(url);
      assert.deepEqual(
        [status, headers['content-type'], headers['x-theirs'], headers['x-on-head'], text],
        [201, 'text/x', 'kept', 'yes', 'body'],
      );
    });
  }

  const hosts: Record<string, (res: ServerResponse) => void> = {
    'a text': (res) => void res.writeHead(503).end('too late'),
    'headers of its own': (res) => void res.writeHead(503, { 'retry-after': '1' }).end('too late'),
  };
  for (const [what, answerLate] of Object.entries(hosts)) {
    it(`leaves it to the host to answer through middleware with ${what}`, async (t) => {
      const listener = toNodeListener({ fetch: () => new Promise<never>(() => undefined) });
      const url = await start(t, (req, res) => {
        onHead(res);
        listener(req, res);
        setImmediate(() => answerLate(res));
      });
      const { status, text } = await ask(url);
      assert.deepEqual([status, text], [503, 'too late']);
    });
  }

  it('answers through middleware with each cookie', async (t) => {
    const headers = new Headers([
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
    ]);
    const listener = toNodeListener({ fetch: () => new Response(null, { headers }) });
    const url = await start(t, (req, res) => {
      onHead(res);
      listener(req, res);
    });
    assert.deepEqual((await fetch(url)).headers.getSetCookie(), ['a=1', 'b=2']);
  });

  it('takes no options or function for a handler, and says what it takes', () => {
    const { fetch } = echo;
    for (const none of [undefined, { baseUrl: 'https://service.example' }, fetch]) {
      assert.throws(() => toNodeListener(none as unknown as typeof echo), {
        name: 'InvalidOptionError',
        message: /pass the whole object that createFinancingProxy returns/,
      });
    }
  });

  it('answers 500 and tells the failure when the handler lets an error through', async (t) => {
    const failures: unknown[] = [];
    const handler = { fetch: () => Promise.reject(new Error('A defect')) };
    const url = await start(
      t,
      toNodeListener(handler, { onFailure: (error) => failures.push(error) }),
    );
    assert.equal((await fetch(url)).status, 500);
    assert.equal(failures.length, 1);
  });
});
