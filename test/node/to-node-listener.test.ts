import assert from 'node:assert/strict';
import { type IncomingMessage, type ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { toNodeListener } from '../../src/node/index.js';
import { samples } from '../support/samples.js';
import { createTestProxy, createTestWebhooks, toDelivery } from '../support/test-proxy.js';
import { postJson, startHttp } from '../support/servers.js';

const echo = {
  fetch: async (request: Request) =>
    new Response(`${request.method} ${new URL(request.url).pathname} ${await request.text()}`),
};

const send = async (url: string) => {
  const response = await fetch(url);
  const headers = Object.fromEntries(response.headers);
  return { status: response.status, headers, text: await response.text() };
};

/** Replaces writeHead like on-headers 1.0, which reads a list of headers as a list of pairs. */
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

const replacements: Record<string, (res: ServerResponse) => void> = {
  'morgan and other users of on-headers': onHead,
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
  it('returns a listener for node:http', async (t) => {
    const url = await startHttp(t, toNodeListener(echo));
    const response = await fetch(`${url}/financing/x`, { method: 'PUT', body: 'body' });
    assert.equal(await response.text(), 'PUT /financing/x body');
  });

  it('passes the whole path if Express or Connect has cut it', async (t) => {
    const listener = toNodeListener(echo);
    const url = await startHttp(t, (req: IncomingMessage & { originalUrl?: string }, res) => {
      req.originalUrl = req.url ?? '';
      req.url = req.originalUrl.replace('/financing', '');
      listener(req, res);
    });
    assert.equal(await (await fetch(`${url}/financing/x`)).text(), 'GET /financing/x ');
  });

  const bytes = new TextEncoder().encode('{"a": 1}');
  for (const [what, read, expected] of [
    ['express.json()', { body: { a: 1 } }, '{"a":1}'],
    ['express.text()', { body: '{"a": 1}' }, '{"a": 1}'],
    ['express.raw()', { body: Buffer.from(bytes) }, '{"a": 1}'],
    ['a parser that stored its bytes as rawBody', { body: {}, rawBody: Buffer.from(bytes) }],
    ['a parser that stored bytes of the web as rawBody', { body: {}, rawBody: bytes }],
    ['a parser that stored its text as rawBody', { body: {}, rawBody: '{"a": 1}' }],
  ] as [string, object, string?][]) {
    it(`passes a body that was read by ${what}`, async (t) => {
      const listener = toNodeListener(echo);
      const url = await startHttp(t, (req, res) => {
        req.resume().once('end', () => {
          Object.assign(req, read);
          setImmediate(() => listener(req, res));
        });
      });
      const response = await fetch(url, { method: 'POST', body: '{"a": 1}' });
      assert.equal(await response.text(), `POST / ${expected ?? '{"a": 1}'}`);
    });
  }

  it('rejects a body of express.json() that is nested 20,000 levels deep', async (t) => {
    const listener = toNodeListener(createTestProxy());
    const body: unknown = JSON.parse('['.repeat(20_000) + ']'.repeat(20_000));
    const url = await startHttp(t, (req, res) => {
      req.resume().once('end', () => {
        Object.assign(req, { body });
        setImmediate(() => listener(req, res));
      });
    });
    const { path } = samples.estimatePayments;
    const response = await postJson(`${url}/financing${path}`, '[]');
    assert.equal(response.status, 400);
    assert.equal(((await response.json()) as { code: string }).code, 'invalid-json');
  });

  it('logs that express.json() parsed a webhook with an invalid signature', async (t) => {
    const { fetch: handle, log } = createTestWebhooks();
    const listener = toNodeListener({ fetch: handle });
    const url = await startHttp(t, (req, res) => {
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
      method: 'POST',
      headers,
      body: spaced,
    });
    assert.equal(response.status, 401);
    const refusal = log.find(({ event }) => event === 'webhook-unverified');
    assert.equal(refusal?.reason, 'parsed-body');
  });

  it('passes an inflated body, regardless of its content-encoding', async (t) => {
    const listener = toNodeListener(createTestProxy());
    const url = await startHttp(t, (req, res) => {
      const chunks: Buffer[] = [];
      req.on('data', (chunk: Buffer) => chunks.push(chunk));
      req.on('end', () => {
        const rawBody = gunzipSync(Buffer.concat(chunks));
        listener(Object.assign(req, { rawBody }), res);
      });
    });
    const { path, body } = samples.estimatePayments;
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const sendContent = (content: string | Buffer) =>
      fetch(`${url}/financing${path}`, { method: 'POST', headers, body: gzipSync(content) });
    assert.equal((await sendContent(JSON.stringify(body))).status, 200);
    const { status } = await sendContent(Buffer.from('[{"id":"\xff","totalAmount":1}]', 'latin1'));
    assert.equal(status, 400, 'invalid UTF-8');
  });

  it('passes a body whose clone was read before', async (t) => {
    const proxy = createTestProxy();
    const listener = toNodeListener({
      async fetch(request) {
        await request.clone().text();
        return proxy.fetch(request);
      },
    });
    const { path, body } = samples.estimatePayments;
    const url = `${await startHttp(t, listener)}/financing${path}`;
    assert.equal((await postJson(url, body)).status, 200);
  });

  it('rejects a body that was read before', async (t) => {
    const listener = toNodeListener(createTestProxy());
    const url = await startHttp(t, (req, res) => {
      req.resume().once('end', () => setImmediate(() => listener(req, res)));
    });
    const path = '/financing/purchase/api/v1/payment-estimation';
    const response = await postJson(url + path, '[]');
    assert.match(await response.text(), /or was read before the proxy got it/);
  });

  for (const [middleware, replace] of Object.entries(replacements)) {
    it(`works with ${middleware}`, async (t) => {
      const listener = toNodeListener({
        fetch: () => new Response('body', { status: 201, headers: { 'content-type': 'text/x' } }),
      });
      const url = await startHttp(t, (req, res) => {
        res.setHeader('content-type', 'text/theirs').setHeader('x-theirs', 'kept');
        replace(res);
        listener(req, res);
      });
      const { status, headers, text } = await send(url);
      assert.deepEqual(
        [status, headers['content-type'], headers['x-theirs'], headers['x-on-head'], text],
        [201, 'text/x', 'kept', 'yes', 'body'],
      );
    });
  }

  const hosts: Record<string, (res: ServerResponse) => void> = {
    'a text': (res) => void res.writeHead(503).end('too late'),
    'its own headers': (res) => void res.writeHead(503, { 'retry-after': '1' }).end('too late'),
  };
  for (const [what, respondLate] of Object.entries(hosts)) {
    it(`lets the host respond through middleware with ${what}`, async (t) => {
      const listener = toNodeListener({ fetch: () => new Promise<never>(() => undefined) });
      const url = await startHttp(t, (req, res) => {
        onHead(res);
        listener(req, res);
        setImmediate(() => respondLate(res));
      });
      const { status, text } = await send(url);
      assert.deepEqual([status, text], [503, 'too late']);
    });
  }

  it('passes each cookie through middleware', async (t) => {
    const headers = new Headers([
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
    ]);
    const listener = toNodeListener({ fetch: () => new Response(null, { headers }) });
    const url = await startHttp(t, (req, res) => {
      onHead(res);
      listener(req, res);
    });
    assert.deepEqual((await fetch(url)).headers.getSetCookie(), ['a=1', 'b=2']);
  });

  it('rejects options and functions, and names the valid argument', () => {
    const { fetch } = echo;
    for (const none of [undefined, { baseUrl: 'https://service.example' }, fetch]) {
      assert.throws(() => toNodeListener(none as unknown as typeof echo), {
        name: 'InvalidOptionError',
        message: /pass the whole object that createFinancingProxy returns/,
      });
    }
  });

  it('responds with 500 and reports an error of the handler', async (t) => {
    const failures: unknown[] = [];
    const handler = { fetch: () => Promise.reject(new Error('A defect')) };
    const url = await startHttp(
      t,
      toNodeListener(handler, { onFailure: (error) => failures.push(error) }),
    );
    assert.equal((await fetch(url)).status, 500);
    assert.equal(failures.length, 1);
  });
});
