// @ts-check
/** What is measured. Each function resolves with plain figures; times and rates are medians of interleaved rounds. */
import { load } from './load.js';
import { addressOf, estimation, link } from './requests.js';
import { hold, start } from './start.js';
import { quantile, round, summarize } from '../statistics.js';

/** @typedef {import('./start.js').Started} Started */
/** @typedef {{ rounds: number, requests: number, keys: number, redisUrl: string | undefined }} Settings */

const connections = 64;
/** One address for each connection, so that no limit is reached. */
const samePage = Array.from({ length: connections }, (_, index) =>
  estimation(129_900, addressOf(index)),
);
const warm = (/** @type {number} */ connection) => samePage[connection] ?? Buffer.alloc(0);

/** Requests before the first round: the compiler is done then, and the cache is full. */
const warmUp = 20_000;

let amounts = 1_000_000;
/** Nine amounts that were not asked for before. @param {number} connection */
const cold = (connection) => estimation((amounts += 9), addressOf(connection));

/** Answers from memory: the proxy against a server that answers the same bytes. @param {Settings} settings */
export async function warmCache(settings) {
  const upstream = await start('upstream');
  const proxy = await start('proxy', { baseUrl: upstream.url });
  const raw = await start('raw', await answerOf(proxy));
  const figures = await compare(settings, warm, { raw: [raw], proxy: [proxy] });
  await stop(proxy, raw, upstream);
  return figures;
}

/** Amounts that are new each time: the proxy against the least that a proxy can be. @param {Settings} settings */
export async function coldCache(settings) {
  const upstream = await start('upstream');
  const proxy = await start('proxy', { baseUrl: upstream.url });
  const raw = await start('passThrough', { baseUrl: upstream.url });
  const figures = await compare(settings, cold, { raw: [raw], proxy: [proxy] });
  await stop(proxy, raw, upstream);
  return figures;
}

/** How often the service is asked when a hundred pages with the same prices, all new, open at once. */
export async function crowd() {
  const upstream = await start('upstream', { wait: 100 });
  const proxy = await start('proxy', { baseUrl: upstream.url });
  const pages = 100;
  const page = (amounts += 9);
  const next = (/** @type {number} */ connection) => estimation(page, addressOf(connection));
  const { failures } = await load({ urls: [proxy.url], connections: pages, next, total: pages });
  const { requests } = await upstream.usage();
  await stop(proxy, upstream);
  return { pages, failures, calls: requests };
}

/** What the proxy adds to an answer at 200 requests a second. @param {Settings} settings */
export async function latency({ rounds, requests }) {
  const upstream = await start('upstream');
  const proxy = await start('proxy', { baseUrl: upstream.url });
  const raw = await start('raw', await answerOf(proxy));
  const passThrough = await start('passThrough', { baseUrl: upstream.url });
  /** @type {Record<string, number[]>} */
  const all = {};
  const pairs = { warm: { raw, proxy }, cold: { raw: passThrough, proxy } };
  for (let turn = -1; turn < rounds; turn++) {
    for (const [kind, servers] of Object.entries(pairs)) {
      for (const [role, { url }] of Object.entries(servers)) {
        const next = kind === 'warm' ? warm : cold;
        const total = Math.min(requests, 400);
        const { latencies } = await load({ urls: [url], connections: 16, next, total, rate: 200 });
        if (turn < 0) continue; // to warm up
        (all[`${kind} ${role} p50`] ??= []).push(quantile(latencies, 0.5));
        (all[`${kind} ${role} p99`] ??= []).push(quantile(latencies, 0.99));
      }
    }
  }
  await stop(proxy, raw, passThrough, upstream);
  return Object.fromEntries(Object.entries(all).map(([key, values]) => [key, summarize(values)]));
}

/**
 * Memory after so many amounts, and a quarter as many links, each with a key and an address of its own.
 * @param {Settings} settings
 */
export async function memory({ keys }) {
  const upstream = await start('upstream');
  const proxy = await start('proxy', { baseUrl: upstream.url }, { gc: true });
  const urls = [proxy.url];
  await load({ urls, connections: 16, next: warm, total: 1_000 });
  const before = await proxy.usage({ gc: true });
  const most = { rss: before.rss, heapUsed: before.heapUsed };
  const watch = setInterval(async () => {
    const { rss, heapUsed } = await proxy.usage();
    most.rss = Math.max(most.rss, rss);
    most.heapUsed = Math.max(most.heapUsed, heapUsed);
  }, 500);
  const begin = performance.now();
  const links = Math.ceil(keys / 4);
  let address = connections;
  const perRequest = 100;
  const estimations = await load({
    urls,
    connections: 16,
    total: Math.ceil(keys / perRequest),
    next: () => estimation((amounts += perRequest), addressOf(address++), perRequest),
  });
  address = connections;
  const linked = await load({
    urls,
    connections: 16,
    total: links,
    next: () => link(address, addressOf(address++)),
  });
  clearInterval(watch);
  const took = (performance.now() - begin) / 1_000;
  const after = await proxy.usage({ gc: true });
  await stop(proxy, upstream);
  const megabytes = (/** @type {number} */ bytes) => round(bytes / 2 ** 20);
  const trio = (/** @type {'rss' | 'heapUsed'} */ kind) => ({
    before: megabytes(before[kind]),
    most: megabytes(Math.max(most[kind], after[kind])),
    after: megabytes(after[kind]),
  });
  return {
    amounts: keys,
    links,
    seconds: round(took),
    failures: estimations.failures + linked.failures,
    rss: trio('rss'),
    heapUsed: trio('heapUsed'),
  };
}

/**
 * Two processes on one Redis against one. Each is held to a fifth of a core: with two cores for both of them, Redis,
 * the service and the load, a second process would otherwise take its time from what it needs, and not add its own.
 * @param {Settings} settings
 */
export async function replicas(settings) {
  if (settings.redisUrl === undefined) return undefined;
  const upstream = await start('upstream');
  const options = { baseUrl: upstream.url, redisUrl: settings.redisUrl };
  const [first, second] = [await start('proxy', options), await start('proxy', options)];
  const letGo = hold(0.2, [first, second]);
  const figures = await compare(settings, warm, { raw: [first], proxy: [first, second] });
  await letGo();
  await stop(first, second, upstream);
  return figures;
}

/**
 * Rounds in turn, each of as many requests, after one that only warms up.
 * @param {Settings} settings
 * @param {(connection: number) => Buffer} next
 * @param {{ raw: readonly Started[], proxy: readonly Started[] }} roles
 */
async function compare({ rounds, requests }, next, roles) {
  /** @type {Record<'raw' | 'proxy', { rates: number[], cpu: number[] }>} */
  const all = { raw: { rates: [], cpu: [] }, proxy: { rates: [], cpu: [] } };
  let failures = 0;
  for (let turn = -1; turn < rounds; turn++) {
    for (const role of /** @type {const} */ (['raw', 'proxy'])) {
      const urls = roles[role].map(({ url }) => url);
      const before = await cpuOf(roles[role]);
      const total = turn < 0 ? warmUp : requests;
      const result = await load({ urls, connections, next, total });
      const used = (await cpuOf(roles[role])) - before;
      failures += result.failures;
      if (turn < 0) continue;
      all[role].rates.push(result.requests / result.seconds);
      all[role].cpu.push((used * 1_000) / result.requests);
    }
  }
  const ratios = all.proxy.rates.map((rate, index) => rate / (all.raw.rates[index] ?? NaN));
  const cpuRatios = all.raw.cpu.map((cpu, index) => cpu / (all.proxy.cpu[index] ?? NaN));
  return {
    failures,
    rawPerSecond: summarize(all.raw.rates),
    proxyPerSecond: summarize(all.proxy.rates),
    ratio: summarize(ratios),
    rawCpuMicroseconds: summarize(all.raw.cpu),
    proxyCpuMicroseconds: summarize(all.proxy.cpu),
    cpuRatio: summarize(cpuRatios),
  };
}

/** @param {readonly Started[]} servers */
async function cpuOf(servers) {
  const used = await Promise.all(servers.map(async (server) => (await server.usage()).cpuMs));
  return used.reduce((sum, each) => sum + each, 0);
}

/** The bytes with which a server answers the warm request. @param {Started} server */
async function answerOf({ url }) {
  const [head = '', body] = String(warm(0)).split('\r\n\r\n');
  const [, path] = head.split(' ');
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': addressOf(0) };
  const answer = await fetch(url + path, { method: 'POST', headers, body: body ?? '' });
  const kept = Object.fromEntries(answer.headers);
  for (const header of ['connection', 'date', 'keep-alive', 'transfer-encoding']) {
    delete kept[header];
  }
  return { headers: kept, body: await answer.text() };
}

/** @param {Started[]} servers */
const stop = (...servers) => Promise.all(servers.map((server) => server.stop()));
