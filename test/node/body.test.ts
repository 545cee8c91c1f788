/** Bodies of known length, which the Node adapter reads without web streams. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { toNodeListener } from '../../src/node/index.js';
import { receiveAll, exchange, listen } from '../support/servers.js';
import { until } from '../support/until.js';

/** Starts a server that reads each body twice, and records the results. */
async function startReader(t: TestContext) {
  const outcomes: string[] = [];
  const read = async (request: Request) => {
    try {
      return Buffer.from(await request.bytes()).toString();
    } catch {
      return 'rejected';
    }
  };
  let requests = 0;
  const listener = toNodeListener({
    async fetch(request) {
      requests += 1;
      outcomes.push(await read(request), await read(request));
      return new Response();
    },
  });
  const url = await listen(t, createServer(listener));
  return { url, port: Number(new URL(url).port), outcomes, requests: () => requests };
}

const head = (length: number) =>
  `POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${length}\r\n`;

describe('A body of known length', () => {
  it('can be read once', async (t) => {
    const { url, outcomes } = await startReader(t);
    await exchange(url, `${head(4)}\r\nwhol`);
    assert.deepEqual(outcomes, ['whol', 'rejected']);
  });

  it('can arrive in pieces', async (t) => {
    const { port, outcomes, requests } = await startReader(t);
    const socket = connect(port, '127.0.0.1');
    socket.write(`${head(10)}\r\nfirst`);
    await until(requests);
    socket.write(' last');
    await receiveAll(socket);
    assert.equal(outcomes[0], 'first last');
  });

  for (const sent of ['', 'part']) {
    it(`rejects if the client disconnects after ${sent.length} of 9 bytes`, async (t) => {
      const { port, outcomes, requests } = await startReader(t);
      const socket = connect(port, '127.0.0.1');
      socket.write(`${head(9)}\r\n${sent}`);
      await until(requests);
      assert.deepEqual(outcomes, []);
      socket.destroy();
      await until(() => outcomes.length === 2);
      assert.deepEqual(outcomes, ['rejected', 'rejected']);
    });
  }

  it('is read as a stream if a lenient server also accepts chunks', async (t) => {
    let isOwn: boolean | undefined;
    const listener = toNodeListener({
      async fetch(request) {
        isOwn = Object.hasOwn(request, 'bytes');
        return new Response();
      },
    });
    const url = await listen(t, createServer({ insecureHTTPParser: true }, listener));
    await exchange(url, `${head(4)}Transfer-Encoding: chunked\r\n\r\n9\r\ntoo much!\r\n0\r\n\r\n`);
    assert.equal(isOwn, false);
  });
});
