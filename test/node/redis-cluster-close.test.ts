/** That a closed store of a cluster leaves nothing behind that would keep the process alive. */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { it, type TestContext } from 'node:test';
import { createRedisStore } from '../../src/node/redis-store.js';
import { eventually } from '../support/until.js';

it('ends when it is closed while it asks the cluster for its slots', async (t) => {
  const cluster = await startCluster(t);
  const before = timers();
  const store = createRedisStore(`redis+cluster://127.0.0.1:${cluster.port}`);
  await eventually(async () => (await store.get('key')) === undefined);
  const { answer } = await cluster.nextRefresh();
  await store.close();
  answer();
  await eventually(async () => timers() <= before && cluster.connections() === 0);
});

/** The timers of this process that keep it alive. */
const timers = () => process.getActiveResourcesInfo().filter((each) => each === 'Timeout').length;

/** Starts a cluster of one node that holds all slots and no keys. */
async function startCluster(t: TestContext) {
  const sockets = new Set<Socket>();
  let refresh: { resolve: (held: { answer: () => void }) => void } | undefined;
  const server = createServer((socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => undefined));
    socket.on('data', (data) => {
      for (const command of String(data).split(/(?=\*\d+\r\n)/)) {
        const words = command.split('\r\n').filter((_, index) => index > 0 && index % 2 === 0);
        const reply = replyTo(words.join(' ').trim().toLowerCase());
        if (refresh && words.join(' ').toLowerCase().startsWith('cluster slots')) {
          refresh.resolve({ answer: () => socket.write(reply) });
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
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  t.after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return {
    port,
    connections: () => sockets.size,
    /** Resolves once a client asks for the slots, which are held back until they are answered. */
    nextRefresh: () =>
      new Promise<{ answer: () => void }>((resolve) => {
        refresh = { resolve };
      }),
  };
}
