/** An estimate has the same words on a page and elsewhere. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { render } from '@lit-labs/ssr';
import { collectResult } from '@lit-labs/ssr/lib/render-result.js';
import fc from 'fast-check';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import '../../src/index.js';
import { describeEstimate } from '../../src/client/index.js';
import { cardSizes } from '../../src/elements/card-sizes.js';
import type { Details } from '../../src/elements/dialogs/details-dialog.js';
import { createDialogs } from '../../src/elements/dialogs/dialogs.js';
import type { CardDependencies } from '../../src/elements/dialogs/estimate-card.js';
import { addTexts, textIn } from '../../src/elements/element-text.js';
import { money, roundToCents } from '../../src/internal/dollars.js';
import { dialogTexts } from '../../src/words/dialog-text.js';
import { creditTermsOf, valuesOf } from '../../src/words/estimate-words.js';
import { fill } from '../../src/words/script-text.js';
import { property } from '../support/property.js';

addTexts(dialogTexts, async () => {});
const tools: CardDependencies = {
  css,
  html,
  nothing,
  fill,
  money,
  valuesOf,
  cardSizes,
};
const dialogs = createDialogs(tools);

/** The details, which the element shows after a click. */
class DetailsElement extends LitElement {
  static override properties = { given: { attribute: false } };
  declare given: Details;

  override render(): TemplateResult {
    return dialogs.details(this.given);
  }
}
customElements.define('estimate-details', DetailsElement);

const cents = fc.integer({ min: 1, max: 2_000_000 }).map((count) => count / 100);

/** Estimates with any numbers, with complete plans, and of amounts that can't be financed. */
const estimate = fc
  .record({
    monthlyAmount: fc.oneof(cents, fc.constant(-1)),
    amountFinanced: cents,
    downPayment: fc.oneof(cents, fc.constant(0)),
    apr: fc.oneof(fc.constantFrom(0, 9.99, 29.99), fc.double({ min: 0, max: 40, noNaN: true })),
    months: fc.option(fc.integer({ min: 1, max: 60 })),
  })
  .map(({ months, ...numbers }) => {
    const { apr, amountFinanced } = numbers;
    const rate = apr / 1200;
    const exact = rate ? (amountFinanced * rate) / (1 - (1 + rate) ** -(months ?? 1)) : undefined;
    const payment = Math.round((exact ?? amountFinanced / (months ?? 1)) * 100) / 100;
    return { id: '', ...numbers, ...(months && { monthlyAmount: payment }) };
  });
const language = fc.constantFrom('en', 'es');
const termMonths = fc.option(fc.integer({ min: 1, max: 60 }), { nil: undefined });

/** Returns the HTML of a template without lit's markers. */
async function rendered(template: TemplateResult): Promise<string> {
  const markup = await collectResult(render(template));
  return markup.replaceAll(/<!--.*?-->|<style>.*?<\/style>/gs, '');
}

/** Returns the texts between this markup and its end. */
function textOf(markup: string, start: RegExp, end: string): string[] {
  return markup
    .split(start)
    .slice(1)
    .map((rest) => rest.slice(0, rest.indexOf(end)))
    .map((inner) =>
      inner
        .replaceAll(/<[^>]*>/g, '')
        .replaceAll('&#32;', ' ')
        .replaceAll('&#39;', "'"),
    )
    .map((text) => text.replaceAll(/\s+/g, ' ').trim());
}

describe('The element and describeEstimate()', () => {
  property('show the same line', [estimate, language, termMonths], async (given, lang, months) => {
    const markup = await rendered(
      html`<financing-estimate
        lang=${lang}
        term-months=${months ?? nothing}
        estimate=${JSON.stringify(given)}
      ></financing-estimate>`,
    );
    const line = describeEstimate(given, { lang, termMonths: months });
    const shown = [
      ...textOf(markup, /<span part="payment"[^>]*>/, '<span class="gap dot">'),
      ...textOf(markup, /<span class="apr"[^>]*>/, '</span'),
      ...textOf(markup, /<span\s+class="down-payment"[^>]*>/, '</span'),
    ];
    assert.deepEqual(shown.join(' · '), line?.text ?? '');
    assert.doesNotMatch(shown.join(), /\b1 (months|meses)/);
    assert.deepEqual(
      textOf(markup, /<div class="spoken"[^>]*>/, '</div'),
      line ? [line.sentence] : [],
    );
  });

  property('have the same breakdown', [estimate, language, cents], async (given, lang, amount) => {
    const line = describeEstimate(given, { lang, amount });
    if (!line) return;
    const terms = creditTermsOf(given, {});
    const page = { mark: null, action: null, product: undefined, onClose() {} };
    const details: Details = {
      text: textIn(lang),
      language: lang,
      terms,
      purchaseCents: roundToCents(amount),
      ...page,
    };
    const markup = await rendered(html`<estimate-details .given=${details}></estimate-details>`);
    const [purchase, second] = line.breakdown;
    const isDuplicate = given.downPayment === 0 && purchase!.amount === second!.amount;
    assert.deepEqual(
      textOf(markup, /<dt[^>]*>/, '</dd>'),
      line.breakdown.slice(isDuplicate ? 1 : 0).map(({ name, value }) => `${name} ${value}`),
    );
    assert.deepEqual(textOf(markup, /<div part="disclosure">/, '</div>'), [line.disclosure]);
  });

  it("state the dialog's total on request, for 10,000 offers", () => {
    // Templates of lit would take minutes.
    const plainHtml = (strings: TemplateStringsArray, ...values: unknown[]) =>
      String.raw({ raw: strings }, ...values.map((value) => [value].flat().join('')));
    const plain = createDialogs({ ...tools, html: plainHtml as never, nothing: '' as never });
    let totals = 0;
    const sameTotal = fc.property(estimate, language, termMonths, (given, lang, months) => {
      const line = describeEstimate(given, { lang, termMonths: months, total: true });
      if (!line) return;
      const markup = String(
        plain.details({
          text: textIn(lang),
          language: lang,
          purchaseCents: 100,
          mark: null,
          action: null,
          product: undefined,
          terms: creditTermsOf(given, { termMonths: months }),
          onClose() {},
        }),
      );
      const [total] = textOf(markup, /<div part=row total>/, '</div>');
      if (total) totals += 1;
      const stated = total?.replace(/ (?=\$)/, ': ');
      assert.equal(line.total && `${line.total.name}: ${line.total.value}`, stated);
      assert.equal(line.text.split(' · ')[3], stated);
      assert.equal(line.sentence.endsWith(` ${stated}.`), stated !== undefined);
      assert.ok(stated === undefined || line.parts.months);
    });
    fc.assert(sameTotal, { numRuns: 10_000, seed: 20_261_120 });
    assert.ok(totals > 1_000 && totals < 10_000, `${totals} offers have a total`);
  });
});
