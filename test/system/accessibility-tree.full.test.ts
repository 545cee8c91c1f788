/**
 * The line in the accessibility tree of each engine. One node has the payment, its term, its APR, and the amount due today, and no
 * other text repeats the payment.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { render } from '@lit-labs/ssr';
import { collectResult } from '@lit-labs/ssr/lib/render-result.js';
import { html } from 'lit';
import 'financing-elements';
import { findAllEngines, missingEngines } from '../engines/find-engines.js';
import { missingBusPackages } from '../engines/accessibility-tree.js';
import { notRun } from '../runner/not-run.js';
import { describeEstimate } from '../../src/words/describe-estimate.js';
import { startHttp } from '../support/servers.js';
import { eventually } from '../support/until.js';

const estimate = {
  id: 'sofa',
  monthlyAmount: 45.72,
  amountFinanced: 520,
  downPayment: 58,
  apr: 9.99,
  downPaymentPercent: 10,
};

/** Each language, layout, opener, and qualifier. The last element is far below the viewport. */
const cases = ['en', 'es'].flatMap((lang) =>
  ['stacked', 'inline', 'card'].flatMap((layout) =>
    ['text', 'icon'].flatMap((details) =>
      (['none', 'from'] as const).map((qualifier) => ({ lang, layout, details, qualifier })),
    ),
  ),
);

const markup = cases
  .map(
    ({ lang, layout, details, qualifier }) =>
      `<financing-estimate lang="${lang}" layout="${layout}" details="${details}" qualifier="${qualifier}" estimate='${JSON.stringify(estimate)}'>Ask us</financing-estimate>`,
  )
  .join('<div style="height: 1000px"></div>');

const sentences = cases
  .map(({ lang, qualifier }) => describeEstimate(estimate, { lang, qualifier })!.sentence)
  .toSorted();

const script = readFileSync(join(import.meta.dirname, '../../dist/elements.js'));

/** The pages by their path: from a server, without a script, and from the script. */
const pages = {
  async '/rendered'() {
    return collectResult(render(html(Object.assign([markup], { raw: [markup] }))));
  },
  '/live': async () => `${markup}<script type="module" src="/elements.js"></script>`,
};

const engines = findAllEngines();
const missing = missingEngines(engines);
if (missing.length > 0) throw new Error(`REQUIRED_ENGINES: ${missing.join(', ')} cannot run here`);

describe('The accessibility tree', () => {
  before(() => {
    for (const sentence of sentences) {
      for (const term of ['$45.72', '12 m', '9.99%', '$58']) assert.ok(sentence.includes(term));
    }
  });

  for (const { name, note, launcher, readTree } of engines) {
    if (!launcher || !readTree) {
      const packages = missingBusPackages().join(' ');
      notRun(`the accessibility tree of ${name}`, launcher ? `apt install ${packages}` : note);
      continue;
    }
    for (const [path, bodyOf] of Object.entries(pages)) {
      it(`has one node with all terms for each line, and no second payment, in ${name} at ${path}`, async (t) => {
        const body = await bodyOf();
        const url = await startHttp(t, ({ url: asked }, response) => {
          const isScript = asked === '/elements.js';
          response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
          response.end(
            isScript ? script : `<!doctype html><html lang="en"><title>Shop</title>${body}`,
          );
        });
        const browser = await readTree();
        t.after(() => browser.close());
        await browser.goto(url + path);
        await eventually(async () => {
          const payments = (await browser.texts())
            .filter((text) => text.includes('$45.72'))
            .filter((text) => !/^(See details|Ver detalles): \$45\.72 a/.test(text));
          assert.deepEqual(payments.toSorted(), sentences);
          return true;
        });
      });
    }
  }
});
