// @ts-check
/**
 * Sends HTTP/1.1 requests over plain sockets, one at a time on each connection. It does as little as can be done,
 * since it shares the machine with what it measures: requests come as finished bytes, and of an answer only the
 * status and the length are read.
 */
import { connect } from 'node:net';

/**
 * @typedef {object} LoadOptions
 * @property {readonly string[]} urls Servers, which get equal numbers of connections.
 * @property {number} connections
 * @property {(connection: number) => Buffer} next The next request of a connection.
 * @property {number} [seconds]
 * @property {number} [total] Ends after so many requests, in place of `seconds`.
 * @property {number} [rate] Requests a second; as many as are answered where absent.
 *
 * @typedef {object} LoadResult
 * @property {number} requests Answered with 200.
 * @property {number} failures Answered otherwise.
 * @property {number} seconds
 * @property {readonly number[]} latencies In ms from when a request was due, at a given rate only.
 */

/**
 * Runs a load to its end.
 * @param {LoadOptions} options
 * @returns {Promise<LoadResult>}
 */
export async function load({
  urls,
  connections,
  next,
  seconds = Infinity,
  total = Infinity,
  rate,
}) {
  const sockets = await Promise.all(
    Array.from({ length: connections }, (_, index) => open(urls[index % urls.length] ?? '')),
  );
  const start = performance.now();
  const end = start + seconds * 1_000;
  let [sent, requests, failures] = [0, 0, 0];
  /** @type {number[]} */
  const latencies = [];
  const isOver = () => sent >= total || performance.now() >= end;

  /** @param {number} index @param {number} [due] */
  async function ask(index, due) {
    sent += 1;
    const isRight = (await sockets[index]?.ask(next(index))) === '200';
    if (isRight) requests += 1;
    else failures += 1;
    if (due !== undefined) latencies.push(performance.now() - due);
  }

  if (rate === undefined) {
    await Promise.all(
      sockets.map(async (_, index) => {
        while (!isOver()) await ask(index);
      }),
    );
  } else {
    const idle = sockets.map((_, index) => index);
    const running = new Set();
    for (let due = start; due < end && sent < total; due += 1_000 / rate) {
      while (performance.now() < due || idle.length === 0) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      const index = idle.shift() ?? 0;
      const asked = ask(index, due).then(() => {
        idle.push(index);
        running.delete(asked);
      });
      running.add(asked);
    }
    await Promise.all(running);
  }
  const took = (performance.now() - start) / 1_000;
  for (const socket of sockets) socket.close();
  return { requests, failures, seconds: took, latencies };
}

/** @param {string} url */
async function open(url) {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(undefined)).once('error', reject);
  });
  /** @type {(status: string) => void} */
  let settle = () => {};
  /** @type {Buffer | undefined} */
  let received;
  socket.on('data', (/** @type {Buffer} */ chunk) => {
    received = received ? Buffer.concat([received, chunk]) : chunk;
    if (!isWhole(received)) return;
    const status = received.toString('latin1', 9, 12);
    received = undefined;
    settle(status);
  });
  socket.on('error', () => settle('none'));
  socket.on('close', () => settle('none'));
  return {
    /** @param {Buffer} bytes @returns {Promise<string>} */
    ask(bytes) {
      return new Promise((resolve) => {
        settle = resolve;
        if (socket.writable) socket.write(bytes);
        else resolve('none');
      });
    },
    close: () => socket.destroy(),
  };
}

/** @param {Buffer} answer */
function isWhole(answer) {
  const end = answer.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const [, length] = /^content-length: (\d+)/im.exec(answer.toString('latin1', 0, end)) ?? [];
  if (length === undefined) return answer.subarray(-5).equals(lastChunk);
  return answer.length >= end + 4 + Number(length);
}

const lastChunk = Buffer.from('0\r\n\r\n');
