// @ts-check
/**
 * Sends HTTP/1.1 requests over plain sockets, one at a time on each connection. It does as little as possible, because it shares
 * the machine with the servers that it measures: requests are prepared as bytes, and only the status and the length of a
 * response are read.
 */
import { connect } from 'node:net';

/**
 * @typedef {object} LoadOptions
 * @property {readonly string[]}  urls Servers. Each gets the same number of connections.
 * @property {number} connections
 * @property {(connection: number) => Buffer} next The next request of a connection.
 * @property {number} total Number of requests.
 *
 * @typedef {object} LoadResult
 * @property {number} requests Responses with 200.
 * @property {number}  failures Responses with another status.
 * @property {number} seconds
 */

/**
 * Runs a load to its end.
 * @param {LoadOptions} options
 * @returns {Promise<LoadResult>}
 */
export async function load({ urls, connections, next, total }) {
  const sockets = await Promise.all(
    Array.from({ length: connections }, (_, index) => open(urls[index % urls.length] ?? '')),
  );
  const start = performance.now();
  let [sent, requests, failures] = [0, 0, 0];
  await Promise.all(
    sockets.map(async (socket, index) => {
      while (sent < total) {
        sent += 1;
        if ((await socket.send(next(index))) === '200') requests += 1;
        else failures += 1;
      }
    }),
  );
  const seconds = (performance.now() - start) / 1_000;
  for (const socket of sockets) socket.close();
  return { requests, failures, seconds };
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
    send(bytes) {
      return new Promise((resolve) => {
        settle = resolve;
        if (socket.writable) socket.write(bytes);
        else resolve('none');
      });
    },
    close: () => socket.destroy(),
  };
}

/** @param {Buffer} response */
function isWhole(response) {
  const end = response.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const [, length] = /^content-length: (\d+)/im.exec(response.toString('latin1', 0, end)) ?? [];
  if (length === undefined) return response.subarray(-5).equals(lastChunk);
  return response.length >= end + 4 + Number(length);
}

const lastChunk = Buffer.from('0\r\n\r\n');
