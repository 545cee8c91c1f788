import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { toNodeListener } from '../../src/node/index.js';

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
