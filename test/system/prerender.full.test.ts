/** A product page that Chromium prerenders for a link. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import puppeteer from 'puppeteer-core';
import { findChromiumOptions } from '../engines/find-engines.js';
import { notRun } from '../runner/not-run.js';
import { startHttp } from '../support/servers.js';
import { eventually } from '../support/until.js';

const script = readFileSync(join(import.meta.dirname, '../../dist/elements.js'));
const estimate = JSON.stringify({
  id: '',
  monthlyAmount: 100,
  amountFinanced: 1200,
  downPayment: 0,
  apr: 0,
});

const list = `<title>List</title><a href="/product">Sofa</a>
<script type="speculationrules">{"prerender": [{"urls": ["/product"], "eagerness": "immediate"}]}</script>`;

/** The page reports its views, and after two seconds whether it's still prerendered. */
const product = `<title>Sofa</title>
<script>
  const say = (what) => fetch('/said/' + what);
  document.addEventListener('financing-view', () => say('view'));
  setTimeout(() => say(document.prerendering ? 'prerendered' : 'opened'), 2_000);
</script>
<script type="module" src="/elements.js"></script>
<financing-estimate amount="1200" estimate='${estimate}'></financing-estimate>`;

describe('A page that the browser prerenders', () => {
  const options = findChromiumOptions();
  if (!options) return notRun('a prerendered page', 'no Chromium found');

  it('counts one view, when the shopper opens it', async (t) => {
    const said: string[] = [];
    const url = await startHttp(t, ({ url: path = '' }, response) => {
      if (path.startsWith('/said/')) said.push(path.slice('/said/'.length));
      const isScript = path === '/elements.js';
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
      response.end(isScript ? script : `<!doctype html>${path === '/product' ? product : list}`);
    });
    const browser = await puppeteer.launch(options);
    t.after(() => browser.close());
    const page = await browser.newPage();
    await page.goto(url);
    await eventually(async () => said.length > 0);
    assert.deepEqual(said, ['prerendered']);
    await page.click('a');
    await eventually(async () => said.includes('view'));
    assert.deepEqual(said, ['prerendered', 'view']);
  });
});
