import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import {
  createFinancingProxy,
  type FinancingProxyOptions,
  type ProblemDetails,
} from '../../src/proxy/index.js';
import { serve } from '../../src/node/index.js';
import { receiveAll } from '../support/servers.js';
import { credentials, samples, serviceUrl } from '../support/samples.js';
import { createServiceStub } from '../support/service-stub.js';

const estimation = `/financing${samples.estimatePayments.path}`;
const body = JSON.stringify(samples.estimatePayments.body);
const json = { 'content-type': 'application/json' };

async function start(t: TestContext, more: Partial<FinancingProxyOptions> = {}) {
  const service = createServiceStub();
  const { fetch } = service;
  const proxy = createFinancingProxy({ baseUrl: serviceUrl, ...credentials, fetch, ...more });
  const server = await serve(proxy, { host: '127.0.0.1', port: 0 });
  t.after(() => server.close());
  return { url: server.url, service };
}

async function exchange(url: string, head: string, content = '') {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(`${head}\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n${content}`);
  const text = await receiveAll(socket);
  const [headers = '', rest = ''] = text.split('\r\n\r\n');
  const problem = /\{.*\}/s.exec(rest)?.[0] ?? '{}';
  return {
    status: Number(text.split(' ')[1]),
    headers,
    problem: JSON.parse(problem) as Partial<ProblemDetails>,
  };
}

const options = { timeout: 120_000 };

describe('The proxy on node:http', options, () => {
  it('estimates without naming the server', async (t) => {
    const { url } = await start(t);
    const response = await fetch(url + estimation, { method: 'PUT', headers: json, body });
    assert.equal(response.status, 200);
    assert.deepEqual(await response.json(), samples.estimatePayments.response);
    assert.equal(response.headers.get('server') ?? response.headers.get('x-powered-by'), null);
  });

  for (const path of ['/elements.js', '/openapi.json', '/nothing']) {
    for (const encoding of ['identity', 'br']) {
      it(`sends the content-length of ${path}, also for HEAD (${encoding})`, async (t) => {
        const { url } = await start(t);
        const lengthOf = async (method: string) => {
          const headers = { 'accept-encoding': encoding };
          const request = httpRequest(`${url}/financing${path}`, { method, headers }).end();
          const [response] = (await once(request, 'response')) as [IncomingMessage];
          let received = 0;
          for await (const chunk of response) received += (chunk as Buffer).length;
          return { announced: Number(response.headers['content-length']), received };
        };
        const { announced, received } = await lengthOf('GET');
        assert.ok(received > 100);
        assert.equal(announced, received);
        assert.deepEqual(await lengthOf('HEAD'), { announced, received: 0 });
      });
    }
  }

  it('returns 404 for another host', async (t) => {
    const { url, service } = await start(t);
    for (const target of ['http://evil.example/x', `//evil.example${estimation}`, '*']) {
      const { status, problem } = await exchange(url, `GET ${target} HTTP/1.1`);
      assert.deepEqual([status, problem.code], [404, 'not-found'], target);
    }
    assert.equal(service.calls.length, 0);
  });

  it("returns 405 for TRACE and doesn't echo it", async (t) => {
    const { url, service } = await start(t);
    const { status, headers, problem } = await exchange(
      url,
      `TRACE ${estimation} HTTP/1.1\r\nCookie: secret=1`,
    );
    assert.deepEqual([status, problem.code], [405, 'method-not-allowed']);
    assert.match(headers, /^allow: PUT, POST$/im);
    assert.doesNotMatch(headers + JSON.stringify(problem), /secret/);
    assert.equal(service.calls.length, 0);
  });

  it('returns 413 to a sender that never stops', async (t) => {
    const { url, service } = await start(t);
    const request = httpRequest(url + estimation, { method: 'PUT', headers: json });
    // The server closes the connection, maybe during a write.
    request.on('error', () => undefined);
    const answered = once(request, 'response');
    request.write(Buffer.alloc(130 * 1024, ' '));
    const [response] = (await answered) as [IncomingMessage];
    assert.equal(response.statusCode, 413);
    request.destroy();
    assert.equal(service.calls.length, 0);
  });

  for (const operation of ['createPayOverTimeLink', 'createPrequalLink'] as const) {
    it(`passes verifyHuman a request whose body is already read: ${operation}`, async (t) => {
      let failure: unknown;
      const { url } = await start(t, {
        trustPageAmount: true,
        async verifyHuman(request) {
          failure = await request.text().catch((error: unknown) => error);
          return true;
        },
      });
      const { path, body: content } = samples[operation];
      const init = { method: 'POST', headers: json, body: JSON.stringify(content) };
      assert.equal((await fetch(`${url}/financing${path}`, init)).status, 200);
      assert.ok(failure instanceof TypeError, `${failure}`);
    });
  }
});
