// @ts-check
/** The measurements. Each function resolves with plain figures. */
import assert from 'node:assert/strict';
import { load } from './load.js';
import { addressOf, estimation, link } from './requests.js';
import { start } from './start.js';
import { round, summarize } from '../statistics.js';

/** @typedef {import('./start.js').Started} Started */
/** @typedef {{ rounds: number, requests: number, keys: number }} Settings */

const connections = 64;
/** One address per connection, so that no limit is reached. */
const samePage = Array.from({ length: connections }, (_, index) =>
  estimation(129_900, addressOf(index)),
);
const warm = (/** @type {number} */ connection) => samePage[connection] ?? Buffer.alloc(0);

/**
 * The number of requests before the first round, after which the code is compiled and the cache is full. After only 20,000, a
 * cached response still took 50% longer.
 */
const warmUp = 70_000;

let amounts = 1_000_000;
/** Returns a request for nine new amounts. @param {number} connection */
const cold = (connection) => estimation((amounts += 9), addressOf(connection));

/** Measures cached responses. The raw server sends the same bytes without reading the request. @param {Settings} settings */
export async function warmCache(settings) {
  const { upstream, ...proxies } = await startProxies();
  const { text: body, headers } = await send(proxies.ours, warm(0));
  for (const name of ['connection', 'date', 'keep-alive', 'transfer-encoding']) {
    delete headers[name];
  }
  const raw = await start('raw', { headers, body });
  const servers = { ...proxies, raw };
  const figures = await compare(settings, warm, servers);
  await stop(upstream, ...Object.values(servers));
  return figures;
}

/** Measures new amounts. The raw server passes bytes through. @param {Settings} settings */
export async function coldCache(settings) {
  const { upstream, ...proxies } = await startProxies();
  const servers = { ...proxies, raw: await start('passThrough', { baseUrl: upstream.url }) };
  const figures = await compare(settings, cold, servers);
  await stop(upstream, ...Object.values(servers));
  return figures;
}

/** Counts the calls to the service when a hundred pages with the same new prices open at once. */
export async function crowd() {
  const upstream = await start('upstream', { wait: 100 });
  const ours = await start('ours', { baseUrl: upstream.url });
  const pages = 100;
  const page = (amounts += 9);
  const next = (/** @type {number} */ connection) => estimation(page, addressOf(connection));
  await loadWithoutFailures({ urls: [ours.url], connections: pages, next, total: pages });
  const { requests } = await upstream.usage();
  await stop(ours, upstream);
  return { pages, calls: requests };
}

/**
 * Measures the memory after this many amounts, and a quarter as many links, each with its own key and address.
 * @param {Settings} settings
 */
export async function memory({ keys }) {
  const upstream = await start('upstream');
  const ours = await start('ours', { baseUrl: upstream.url }, { gc: true });
  const urls = [ours.url];
  await loadWithoutFailures({ urls, connections: 16, next: warm, total: 1_000 });
  const before = await ours.usage({ gc: true });
  const max = { rss: before.rss, heapUsed: before.heapUsed };
  const watch = setInterval(async () => {
    const { rss, heapUsed } = await ours.usage();
    max.rss = Math.max(max.rss, rss);
    max.heapUsed = Math.max(max.heapUsed, heapUsed);
  }, 500);
  const begin = performance.now();
  const links = Math.ceil(keys / 4);
  let address = connections;
  const perRequest = 100;
  await loadWithoutFailures({
    urls,
    connections: 16,
    total: Math.ceil(keys / perRequest),
    next: () => estimation((amounts += perRequest), addressOf(address++), perRequest),
  });
  address = connections;
  await loadWithoutFailures({
    urls,
    connections: 16,
    total: links,
    next: () => link(address, addressOf(address++)),
  });
  clearInterval(watch);
  const took = (performance.now() - begin) / 1_000;
  const after = await ours.usage({ gc: true });
  await stop(ours, upstream);
  const megabytes = (/** @type {number} */ bytes) => round(bytes / 2 ** 20);
  const trio = (/** @type {'rss' | 'heapUsed'} */ kind) => ({
    before: megabytes(before[kind]),
    max: megabytes(Math.max(max[kind], after[kind])),
    after: megabytes(after[kind]),
  });
  return {
    amounts: keys,
    links,
    seconds: round(took),
    rss: trio('rss'),
    heapUsed: trio('heapUsed'),
  };
}

/** Starts our proxy and the competent ones with the same service, and checks that they give the same responses. */
async function startProxies() {
  const upstream = await start('upstream');
  const baseUrl = upstream.url;
  const ours = await start('ours', { baseUrl });
  const competent = await start('competent', { baseUrl });
  const withoutBodyLimit = await start('competent', { baseUrl, limitsBody: false });
  // Amounts around $60, the minimum of the service. Then some known amounts and a new one. Then no amounts.
  const requests = [
    estimation(5_996, addressOf(0)),
    estimation(5_997, addressOf(0)),
    estimation(0, addressOf(0), 0),
  ];
  for (const [index, request] of requests.entries()) {
    const own = await send(ours, request);
    assert.equal(own.status, index < 2 ? 200 : 400);
    for (const server of [competent, withoutBodyLimit]) {
      const other = await send(server, request);
      assert.equal(other.status, own.status);
      if (own.status === 200) assert.deepEqual(JSON.parse(other.text), JSON.parse(own.text));
    }
  }
  return { upstream, ours, competent, withoutBodyLimit };
}

/**
 * Runs rounds in which each server is loaded in turn, after one round to warm up. Each round begins with another server.
 * @param {Settings} settings
 * @param {(connection: number) => Buffer} next
 * @param {Record<string, Started>} servers
 */
async function compare({ rounds, requests }, next, servers) {
  const names = Object.keys(servers);
  /** @type {Record<string, { rates: number[], cpu: number[] }>} */
  const taken = Object.fromEntries(names.map((name) => [name, { rates: [], cpu: [] }]));
  for (let turn = 0; turn <= rounds; turn++) {
    for (let index = 0; index < names.length; index++) {
      const name = names[(turn + index) % names.length] ?? '';
      const server = /** @type {Started} */ (servers[name]);
      const before = await server.usage();
      const total = turn === 0 ? warmUp : requests;
      const { seconds } = await loadWithoutFailures({
        urls: [server.url],
        connections,
        next,
        total,
      });
      const after = await server.usage();
      if (turn === 0) continue;
      taken[name]?.rates.push(total / seconds);
      taken[name]?.cpu.push(((after.cpuMs - before.cpuMs) * 1_000) / total);
    }
  }
  const ours = taken['ours']?.cpu ?? [];
  return Object.fromEntries(
    Object.entries(taken).map(([name, { rates, cpu }]) => [
      name,
      {
        perSecond: summarize(rates),
        cpuMicroseconds: summarize(cpu),
        timesOurs: summarize(cpu.map((each, index) => each / (ours[index] ?? NaN))),
      },
    ]),
  );
}

/** @param {import('./load.js').LoadOptions} options */
async function loadWithoutFailures(options) {
  const result = await load(options);
  assert.equal(result.failures, 0, `${result.failures} of ${options.total} requests failed`);
  return result;
}

/** Sends one request and reads its response. @param {Started} server @param {Buffer} bytes */
async function send({ url }, bytes) {
  const [head = '', body = ''] = String(bytes).split('\r\n\r\n');
  const [, path] = head.split(' ');
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': addressOf(0) };
  const response = await fetch(url + path, { method: 'POST', headers, body });
  const { status } = response;
  return { status, headers: Object.fromEntries(response.headers), text: await response.text() };
}

/** @param {Started[]} servers */
const stop = (...servers) => Promise.all(servers.map((server) => server.stop()));
