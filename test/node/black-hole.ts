import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { Worker } from 'node:worker_threads';

/** Listens, and never accepts: the kernel queues two connections, and drops every further SYN. */
const listener = `
  const { createServer } = require('node:net');
  const { parentPort, workerData } = require('node:worker_threads');
  const server = createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    Atomics.wait(workerData, 0, 0);
  });
`;

/** Starts, for one test, a port of this machine that answers no attempt to connect, and returns its URL. */
export async function startBlackHole(t: TestContext): Promise<string> {
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(listener, { eval: true, workerData: gate });
  const queued: Socket[] = [];
  t.after(async () => {
    for (const socket of queued) socket.destroy();
    Atomics.store(gate, 0, 1);
    Atomics.notify(gate, 0);
    await worker.terminate();
  });
  const [port] = (await once(worker, 'message')) as [number];
  for (let count = 0; count < 2; count += 1) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    queued.push(socket);
    await once(socket, 'connect');
  }
  return `http://127.0.0.1:${port}`;
}
