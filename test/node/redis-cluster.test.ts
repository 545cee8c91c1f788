/** A store on a fake cluster of one node. */
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { it, type TestContext } from 'node:test';
import { Cluster } from 'ioredis';
import { createRedisStore, redisOptions } from '../../src/node/index.js';
import { StoreUnavailableError } from '../../src/proxy/index.js';
import { rejection } from '../support/assertions.js';
import { eventually } from '../support/until.js';
import { listen } from '../support/servers.js';

it('A store leaves no timer if it is closed during CLUSTER SLOTS', async (t) => {
  const cluster = await startCluster(t);
  const before = timers();
  const store = createRedisStore(`redis+cluster://127.0.0.1:${cluster.port}`);
  await eventually(async () => (await store.get('key')) === undefined);
  const { reply } = await cluster.nextRefresh();
  await store.close();
  reply();
  await eventually(async () => timers() <= before && cluster.connections() === 0);
});

it('A store sends no command to a cluster twice', async (t) => {
  const cluster = await startCluster(t);
  const client = new Cluster([{ host: '127.0.0.1', port: cluster.port }], { redisOptions });
  const store = createRedisStore(client);
  t.after(async () => {
    await store.close();
    client.disconnect();
  });
  await eventually(async () => (await store.get('key')) === undefined);
  await rejection(store.delete('key'), StoreUnavailableError);
  await eventually(async () => (await store.get('key')) === undefined);
  assert.equal(cluster.deleted(), 1);
});

const timers = () => process.getActiveResourcesInfo().filter((each) => each === 'Timeout').length;

/** Starts a cluster of one node that holds all slots and no keys. */
async function startCluster(t: TestContext) {
  let [open, deleted] = [0, 0];
  let refresh: { resolve: (held: { reply: () => void }) => void } | undefined;
  const server = createServer((socket) => {
    open += 1;
    socket.on('close', () => (open -= 1));
    socket.on('data', (data) => {
      for (const command of String(data).split(/(?=\*\d+\r\n)/)) {
        const words = command.split('\r\n').filter((_, index) => index > 0 && index % 2 === 0);
        if (words[0]?.toLowerCase() === 'del') {
          deleted += 1;
          return socket.destroy();
        }
        const reply = replyTo(words.join(' ').trim().toLowerCase());
        if (refresh && words.join(' ').toLowerCase().startsWith('cluster slots')) {
          refresh.resolve({ reply: () => socket.write(reply) });
          refresh = undefined;
        } else socket.write(reply);
      }
    });
  });
  function replyTo(command: string): string {
    if (command === 'cluster slots') {
      const node = `*3\r\n$9\r\n127.0.0.1\r\n:${port}\r\n$2\r\nid\r\n`;
      return `*1\r\n*3\r\n:0\r\n:16383\r\n${node}`;
    }
    if (command === 'cluster info') return '$16\r\ncluster_state:ok\r\n';
    return command.startsWith('get ') ? '$-1\r\n' : '+OK\r\n';
  }
  const port = Number(new URL(await listen(t, server)).port);
  return {
    port,
    connections: () => open,
    /** Returns the number of DEL commands. Each one closes its connection. */
    deleted: () => deleted,
    /** Resolves when a client requests the slots, with a function that sends the reply. */
    nextRefresh: () =>
      new Promise<{ reply: () => void }>((resolve) => {
        refresh = { resolve };
      }),
  };
}
