/** Callers that disconnect before the response, on Node. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { toNodeListener } from '../../src/node/index.js';
import { creations, samples } from '../support/samples.js';
import { startHttp } from '../support/servers.js';
import { hang, respondPerContract, type Respond } from '../support/service-stub.js';
import { createTestProxy } from '../support/test-proxy.js';
import { turn } from '../support/until.js';

const options = { timeout: 120_000 };

const body = JSON.stringify(samples.estimatePayments.body);
const estimation = [
  `POST /financing${samples.estimatePayments.path} HTTP/1.1`,
  'Host: shop.example',
  'Content-Type: application/json',
  `Content-Length: ${Buffer.byteLength(body)}`,
  '',
  body,
].join('\r\n');

/** Creates a listener, and resolves `answered` with the status of its first response. */
function createListener(respond: Respond) {
  const proxy = createTestProxy({}, respond);
  let resolve!: (status: number) => void;
  const answered = new Promise<number>((resolveIt) => (resolve = resolveIt));
  const listener = toNodeListener({
    async fetch(request) {
      const response = await proxy.fetch(request);
      resolve(response.status);
      return response;
    },
  });
  const failures = () => proxy.log.filter(({ level }) => level !== 'debug');
  return { listener, answered, failures, calls: proxy.service.calls };
}

async function open(t: TestContext, listener: RequestListener) {
  const { hostname, port } = new URL(await startHttp(t, listener));
  const socket = connect(Number(port), hostname);
  t.after(() => socket.destroy());
  return socket;
}

describe('A caller', options, () => {
  it('aborts its call of the service by disconnecting, and nothing is logged', async (t) => {
    const { listener, answered, failures, calls } = createListener((call) => {
      socket.destroy();
      return hang(call);
    });
    const socket = await open(t, listener);
    socket.write(estimation);
    await answered;
    assert.equal((calls[0]!.signal.reason as Error).name, 'AbortError');
    assert.deepEqual(failures(), []);
  });

  for (const operation of creations) {
    it(`doesn't abort ${operation}, which the service may have processed`, async () => {
      const controller = new AbortController();
      const { send, service } = createTestProxy({}, async (call) => {
        controller.abort(new Error('gone'));
        await turn();
        return respondPerContract(call);
      });
      const response = await send(operation, { signal: controller.signal });
      assert.deepEqual(response.body, samples[operation].response);
      assert.equal(service.calls[0]!.signal.aborted, false);
    });
  }

  it("doesn't count as gone if other code ended its response", async (t) => {
    let res!: ServerResponse;
    const { listener, answered, failures, calls } = createListener(async (call) => {
      const closed = once(res, 'close');
      res.writeHead(503).end();
      await closed;
      return respondPerContract(call);
    });
    const socket = await open(t, (req, nextRes) => {
      res = nextRes;
      listener(req, res);
    });
    socket.write(estimation);
    assert.equal(await answered, 200);
    assert.equal(calls[0]!.signal.aborted, false);
    assert.deepEqual(failures(), []);
  });
});
