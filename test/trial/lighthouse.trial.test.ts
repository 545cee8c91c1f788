/**
 * Runs Lighthouse on each page of the shop and on pages of the site: 100 in accessibility and best practices, and at
 * least 99 in performance. In the shop, performance must be the same with and without our script. Performance is the
 * median of several runs, because single runs vary.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import puppeteer, { type Browser } from 'puppeteer-core';
import { untilIdle } from '../../bench/idle.js';
import { startCommand } from '../cli/command.js';
import { findChromiumOptions } from '../engines/find-engines.js';
import { notRun } from '../runner/not-run.js';

/** Odd, so that the median is one of the runs. */
const runs = 5;

const minPerformance = 99;

const shopPages = ['/', '/product.html', '/listing.html', '/cart.html', '/staff.html'];
const sitePages = ['/', '/quick-start.html', '/financing-estimate.html'];

const root = join(import.meta.dirname, '../..');
const lighthouseFile = join(root, 'test/lighthouse/node_modules/lighthouse/core/index.js');
const vitepress = join(root, 'site/node_modules/vitepress/bin/vitepress.js');
const options = findChromiumOptions();

/** The parts of Lighthouse's module and result that are used here. */
interface Lighthouse {
  default(url: string, flags: Flags): Promise<{ lhr: LighthouseResult } | undefined>;
}
interface Flags {
  readonly port: number;
  readonly onlyCategories: readonly string[];
  readonly blockedUrlPatterns?: readonly string[];
}
interface LighthouseResult {
  readonly categories: Readonly<Record<string, Category>>;
  readonly audits: Readonly<Record<string, Audit>>;
}
interface Audit {
  readonly id: string;
  readonly score: number | null;
  readonly details?: { readonly items?: readonly unknown[] };
}
interface Category {
  /** From 0 to 1. */
  readonly score: number | null;
  readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
}

let browser: Browser;
let lighthouse: Lighthouse;

/** Runs Lighthouse once. Returns scores from 0 to 100 by category, and the audits that lost points. */
async function run(url: string, categories: readonly string[], blocked: readonly string[] = []) {
  const flags = {
    port: Number(new URL(browser.wsEndpoint()).port),
    onlyCategories: categories,
    ...(blocked.length > 0 && { blockedUrlPatterns: blocked }),
  };
  await untilIdle();
  const result = await lighthouse.default(url, flags);
  assert.ok(result, 'Lighthouse has no result');
  const { categories: found, audits } = result.lhr;
  const scores: Record<string, number> = {};
  const lost: string[] = [];
  for (const [name, { score, auditRefs }] of Object.entries(found)) {
    scores[name] = Math.round((score ?? 0) * 100);
    for (const { id, weight } of auditRefs) {
      const audit = audits[id];
      if (weight === 0 || (audit?.score ?? 1) >= 0.9) continue;
      lost.push(`${id}: ${JSON.stringify(audit?.details?.items ?? []).slice(0, 500)}`);
    }
  }
  return { scores, lost };
}

/** Returns the median performance of several runs. */
async function performanceOf(url: string, blocked?: readonly string[]): Promise<number> {
  const scores: number[] = [];
  for (let count = 0; count < runs; count += 1) {
    const { scores: found } = await run(url, ['performance'], blocked);
    scores.push(found['performance'] ?? NaN);
  }
  return scores.sort((a, b) => a - b)[(runs - 1) / 2]!;
}

async function assertGoodPage(url: string): Promise<void> {
  const { scores, lost } = await run(url, ['accessibility', 'best-practices']);
  assert.deepEqual(scores, { accessibility: 100, 'best-practices': 100 }, lost.join(', '));
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/** Builds the site and serves it compressed, like a host of static sites. */
async function serveSite(): Promise<{ url: string; close: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'financing-site-'));
  const words = [vitepress, 'build', join(root, 'site'), '--outDir', folder];
  // Lighthouse sets DEBUG in this process, which would make VitePress build for debugging.
  const env = { ...process.env, DEBUG: undefined };
  const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8', env });
  assert.equal(status, 0, stderr);
  const compressed = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://site');
    const file = join(folder, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    if (!existsSync(file)) return response.writeHead(404).end();
    response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream');
    response.setHeader('content-encoding', 'br');
    // Compresses each file once, because hosts compress in advance.
    const content = compressed.get(file) ?? brotliCompressSync(readFileSync(file));
    compressed.set(file, content);
    return response.end(content);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Returns what is missing to run this test, if anything. */
function missing(): string | undefined {
  if (!existsSync(lighthouseFile)) return 'not installed (npm ci --prefix test/lighthouse)';
  return options ? undefined : 'no Chrome, Chromium or Edge found; set CHROME_PATH';
}

function useLighthouse(): void {
  before(async () => {
    lighthouse = (await import(pathToFileURL(lighthouseFile).href)) as Lighthouse;
    browser = await puppeteer.launch(options);
  });
  after(() => browser?.close());
}

const note = missing();
if (note !== undefined) notRun('Lighthouse', note);
else {
  describe('Lighthouse on the shop', { timeout: 3_600_000 }, () => {
    useLighthouse();
    it('finds good pages that our script doesn’t slow down', async (t: TestContext) => {
      const url = await startCommand(t, ['demo', '--port', '0']).listening();
      for (const path of shopPages) {
        await t.test(path, async (each) => {
          await assertGoodPage(url + path);
          const performance = await performanceOf(url + path);
          const without = await performanceOf(url + path, ['*/financing/elements.js']);
          each.diagnostic(`${path}: performance ${performance}, ${without} without our script`);
          assert.ok(performance >= minPerformance, `${performance}`);
          assert.equal(performance, without);
        });
      }
    });
  });

  if (!existsSync(vitepress)) {
    notRun('Lighthouse on the site', 'not installed (npm ci --prefix site)');
  } else {
    describe('Lighthouse on the site', { timeout: 3_600_000 }, () => {
      useLighthouse();
      let site: Awaited<ReturnType<typeof serveSite>>;
      before(async () => {
        site = await serveSite();
      });
      after(() => site?.close());
      for (const path of sitePages) {
        it(`finds a good page at ${path}`, async (t) => {
          await assertGoodPage(site.url + path);
          const performance = await performanceOf(site.url + path);
          t.diagnostic(`${path}: performance ${performance}`);
          assert.ok(performance >= minPerformance, `${performance}`);
        });
      }
    });
  }
}
