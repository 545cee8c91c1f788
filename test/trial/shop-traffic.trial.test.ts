/**
 * Browsers shop for an hour (TRIAL_MINUTES): each engine on this machine repeats the journeys through the shop. The
 * server's heap grows only by what it must remember of each journey, its handles stay flat, and so does the heap of a
 * product page that stays open in Chromium while its price changes. Heaps are measured after garbage collection.
 */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from '../engines/browsers.js';
import { startCommand } from '../cli/command.js';
import { mebibyte, trialMinutes } from '../support/trial.js';
import { createShop, inTheShop } from '../system/journeys.js';
import { createPerson, withEngines } from '../system/person.js';

const minutes = trialMinutes > 0 ? trialMinutes : 1;

/** The share of the time in which caches fill. */
const warmUpShare = 0.2;

/**
 * The maximum bytes that a journey leaves on the server: a link, its webhook, and the records that prevent duplicates.
 * Only the last 10,000 links and 30,000 records are kept.
 */
const maxBytesPerJourney = 6 * 1024;

/**
 * The number of journeys before a browser is replaced. Under remote control, Firefox grows with each page
 * it has opened (2 GB after 700 journeys), and finally it takes too long to bring one to the front.
 */
const roundsPerBrowser = 50;

/** The number of measurements. */
const gauges = 30;

/** Prints memory and handles on each SIGUSR2. */
const preload = `
  process.on('SIGUSR2', () => {
    gc();
    const { heapUsed, external } = process.memoryUsage();
    const handles = process.getActiveResourcesInfo().filter((kind) => kind !== 'Immediate').length;
    process.stdout.write('GAUGE ' + JSON.stringify({ heap: heapUsed + external, handles }) + '\\n');
  });`;

interface Gauge {
  readonly heap: number;
  readonly handles: number;
  /** The number of completed journeys. */
  readonly journeys: number;
}

/** Starts the demo shop. Returns its URL and a function that measures it. */
async function startShop(t: TestContext) {
  const { child, printed } = startCommand(t, ['demo', '--port', '0'], {
    preload: encodeURIComponent(preload),
    programFlags: ['--expose-gc'],
  });
  const [, url = ''] = await printed('stdout', /^listening on (\S+)$/m);
  let count = 0;
  async function measure(): Promise<Omit<Gauge, 'journeys'>> {
    count += 1;
    child.kill('SIGUSR2');
    const [, json = ''] = await printed(
      'stdout',
      new RegExp(`(?:GAUGE [^]*){${count - 1}}GAUGE (.*)\n`),
    );
    return JSON.parse(json) as Omit<Gauge, 'journeys'>;
  }
  return { shop: createShop(url), measure };
}

/** Opens a product page whose price changes ten times per second. Returns a function that measures its memory. */
async function openChangingPage(browser: Browser, url: string) {
  const tab = await browser.open();
  await tab.goto(`${url}/product.html`);
  await tab.evaluate(`void setInterval(() => {
    for (const each of document.querySelectorAll('financing-estimate')) {
      each.amount = 100 + Math.floor(Math.random() * 100);
    }
  }, 100)`);
  return {
    heap: async () => Number(await tab.evaluate('(gc(), performance.memory.usedJSHeapSize)')),
    amounts: async () =>
      Number(await tab.evaluate(`document.querySelectorAll('financing-estimate').length`)),
  };
}

/** Returns the mean of the last third minus the mean of the first third. */
function growthOf(values: readonly number[]): number {
  const third = Math.ceil(values.length / 3);
  const mean = (part: readonly number[]) => part.reduce((a, b) => a + b, 0) / part.length;
  return mean(values.slice(-third)) - mean(values.slice(0, third));
}

const engines: { name: string; browse: () => Promise<Browser> }[] = [];
withEngines((name, browse) => engines.push({ name, browse }));

describe(`${minutes} minutes of shop traffic`, { timeout: (minutes + 10) * 60_000 }, () => {
  it('leave heap and handles flat', async (t) => {
    const { shop, measure } = await startShop(t);
    const begin = performance.now();
    const end = begin + minutes * 60_000;
    const journeys: Record<string, number> = {};
    const failures: string[] = [];

    async function goOnce(browser: Browser, name: string) {
      const person = createPerson(browser);
      for (const [sentence, go] of inTheShop) {
        if (performance.now() >= end) return;
        try {
          await go(person, shop);
          journeys[name] = (journeys[name] ?? 0) + 1;
        } catch (error) {
          failures.push(`${name}: ${sentence}: ${String(error)}`);
        }
        await browser.tidy();
      }
    }
    async function goShopping({ name, browse }: (typeof engines)[number]) {
      while (performance.now() < end) {
        const browser = await browse();
        try {
          for (let time = 0; time < roundsPerBrowser; time += 1) await goOnce(browser, name);
        } finally {
          await browser.close();
        }
      }
    }
    const shopping = Promise.all(engines.map(goShopping));

    const chromium = engines.find(({ name }) => name === 'Chromium');
    assert.ok(chromium, 'there is no Chromium');
    const own = await chromium.browse();
    t.after(() => own.close());
    const page = await openChangingPage(own, shop.url);
    assert.ok((await page.amounts()) > 0);

    const servers: Gauge[] = [];
    const pages: number[] = [];
    await sleep(minutes * 60_000 * warmUpShare);
    while (performance.now() < end) {
      const ended = Object.values(journeys).reduce((sum, each) => sum + each, 0);
      const server = { ...(await measure()), journeys: ended };
      const heap = await page.heap();
      servers.push(server);
      pages.push(heap);
      const mb = [server.heap, heap].map((bytes) => (bytes / mebibyte).toFixed(1));
      const passed = ((performance.now() - begin) / 60_000).toFixed(1);
      process.stderr.write(
        `… Shop traffic, ${passed} of ${minutes} min: ${JSON.stringify(journeys)} journeys; server ${mb[0]} MB, ` +
          `${server.handles} handles; page ${mb[1]} MB\n`,
      );
      await sleep((minutes * 60_000 * (1 - warmUpShare)) / gauges);
    }
    await shopping;

    const ended = growthOf(servers.map((gauge) => gauge.journeys));
    const heap = growthOf(servers.map((gauge) => gauge.heap)) / mebibyte;
    const kept = (ended * maxBytesPerJourney) / mebibyte;
    const handles = growthOf(servers.map((gauge) => gauge.handles));
    const ofPage = growthOf(pages) / mebibyte;
    const [first, last] = [servers[0], servers.at(-1)].map((gauge) => JSON.stringify(gauge));
    t.diagnostic(
      `${minutes} min, journeys: ${JSON.stringify(journeys)}; from the first third to the last the server grew by ` +
        `${heap.toFixed(2)} MB for ${ended.toFixed(0)} journeys and ${handles.toFixed(1)} handles (first ${first}, last ${last}), the page by ` +
        `${ofPage.toFixed(2)} MB`,
    );
    assert.deepEqual(failures, []);
    assert.ok(heap < 4 + kept, `the server's heap grew by ${heap} MB`);
    assert.ok(handles < 10, `${handles} handles more`);
    assert.ok(ofPage < 4, `the page's heap grew by ${ofPage} MB`);
  });
});
