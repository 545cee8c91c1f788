/** Builds the documentation site, and follows its links and anchors. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { notRun } from '../runner/not-run.js';

const root = join(import.meta.dirname, '../..');

if (existsSync(join(root, 'site/node_modules/vitepress'))) describeSite();
else {
  const note = 'not installed (npm ci --prefix site)';
  if (process.env['REQUIRED_RUNTIMES']?.split(',').includes('site')) {
    throw new Error(`the site is required, and ${note}`);
  }
  notRun('the documentation site', note);
}

function run(...words: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  return { status, output: stdout + stderr };
}

function describeSite(): void {
  describe('npm run site', () => {
    const folder = mkdtempSync(join(tmpdir(), 'financing-elements-site-'));
    after(() => rmSync(folder, { recursive: true }));

    const pages = new Map<string, string>();
    before(() => {
      const { status, output } = run('site/run.js', 'build', '--outDir', folder);
      assert.equal(status, 0, output);
      for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        const path = file.replaceAll('\\', '/');
        if (path.endsWith('.html')) pages.set(`/${path}`, readFileSync(join(folder, file), 'utf8'));
      }
    });

    it('makes a page of each guide', () => {
      const guides = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.md'))
        .map((file) => `/${file.replaceAll('\\', '/').replace('.md', '.html')}`);
      assert.deepEqual(
        guides.filter((page) => !pages.has(page)),
        [],
      );
    });

    it('has no link to a page, a file or an anchor that is not there', () => {
      const dead: string[] = [];
      for (const [page, html] of pages) {
        for (const [, href = ''] of html.matchAll(/<a [^>]*?href="([^"]*)"/g)) {
          if (/^[a-z]+:/.test(href)) continue;
          const { pathname, hash } = new URL(href.replaceAll('&amp;', '&'), `http://site${page}`);
          const target = pathname.endsWith('/') ? posix.join(pathname, 'index.html') : pathname;
          const text = pages.get(target);
          const anchor = decodeURIComponent(hash.slice(1));
          const isThere = text ?? (existsSync(join(folder, target)) ? '' : undefined);
          const hasAnchor = !anchor || text?.includes(` id="${anchor}"`);
          if (isThere === undefined || !hasAnchor) dead.push(`${page}: ${href}`);
        }
      }
      assert.deepEqual([...new Set(dead)], []);
    });

    it('has types that agree with those of VitePress', () => {
      const { status, output } = run('node_modules/vue-tsc/bin/vue-tsc.js', '-p', 'site');
      assert.equal(status, 0, output);
    });
  });
}
