import { expect, oneEvent } from '@open-wc/testing';
import type { FinancingEstimateElement } from '../../../src/index.js';
import { amount, estimateOf } from '../../client/fake-proxy.js';
import { textIn } from '../../../src/elements/element-text.js';
import { estimateTag, proxy, setAmount, settled, show } from '../page.js';
import { boxOf, isSeen, lineOf, part, readable } from '../shadow-tree.js';
import { until } from '../../support/until.js';

const unavailable = '<span slot="unavailable">Not this one</span>';

describe("<financing-estimate> with an amount that can't be financed", () => {
  it("takes up no space, regardless of the page's styles", async () => {
    const style = document.createElement('style');
    style.textContent = 'financing-estimate { display: block !important }';
    document.head.append(style);
    const element = await settled(estimateTag(amount.inapplicable, '', 'Ask us'));
    expect(element.status).to.equal('unavailable');
    expect(isSeen(element)).to.equal(false);
    style.remove();
  });

  it('shows its unavailable slot', async () => {
    const element = await settled(estimateTag(amount.inapplicable, '', `Ask us${unavailable}`));
    expect(isSeen(element.querySelector('[slot]')!)).to.equal(true);
    expect(readable(element.innerText)).to.equal('Not this one');
  });

  it("shows an unavailable slot that's added later", async () => {
    const element = await settled(estimateTag(amount.inapplicable));
    element.insertAdjacentHTML('beforeend', unavailable);
    await until(() => isSeen(element));
  });

  it('drops its unavailable slot without an error', async () => {
    const element = await settled(estimateTag(amount.inapplicable, '', unavailable));
    const errors: string[] = [];
    const listener = ({ message }: ErrorEvent) => errors.push(message);
    addEventListener('error', listener);
    // The slot fires one more `slotchange` after it was removed.
    element.amount = amount.financed;
    await until(() => element.status === 'ready');
    await new Promise((resolve) => setTimeout(resolve));
    removeEventListener('error', listener);
    expect(errors).to.deep.equal([]);
  });

  it('keeps an empty line with when-unavailable="keep-space"', async () => {
    const element = await settled(
      `<financing-estimate amount="${amount.inapplicable}" when-unavailable="keep-space">Ask us</financing-estimate>`,
    );
    expect(element.offsetHeight).to.equal(48);
    expect(readable(element.innerText)).to.equal('');
  });

  for (const [what, numbers] of [
    ['some of the four at -1', { apr: -1 }],
    ['a payment under the interest', { monthlyAmount: 1, apr: 30 }],
  ] as const) {
    it(`treats numbers that make no sense the same way: ${what}`, async () => {
      proxy.hold();
      const element = await show<FinancingEstimateElement>(estimateTag(100));
      await until(() => proxy.calls.length);
      setTimeout(() => proxy.calls[0]!.respond([{ id: '10000', ...estimateOf(100), ...numbers }]));
      await oneEvent(element, 'financing-unavailable');
      expect(isSeen(element)).to.equal(false);
    });
  }
});

describe("<financing-estimate> after a change to an amount that can't be financed", () => {
  for (const [lang, width, rows] of [
    ['en', 400, 2],
    ['es', 170, 3],
  ] as const) {
    it(`keeps its space and says that there is no offer, in ${lang}, at ${width} px`, async () => {
      const element = await settled(
        `<div lang="${lang}" style="width: ${width}px; font-family: Arial">${estimateTag(amount.financed)}</div>`,
      );
      await setAmount(element, amount.inapplicable);
      expect(element.offsetHeight).to.equal(rows * 24);
      const sentence = element.shadowRoot!.querySelector<HTMLElement>('.lost')!;
      expect(sentence.innerText).to.equal(textIn(lang).unavailable);
      expect(boxOf(sentence).height).to.be.within(1, rows * 24);
      await expect(element).to.be.accessible();
      element.amount = amount.financed;
      await until(() => lineOf(element));
      expect(element.shadowRoot!.querySelector('.lost')).to.equal(null);
    });
  }

  it('keeps the height of a card', async () => {
    const wrapper = await show<HTMLElement>(
      `<div style="width: 400px"><financing-estimate layout="card" amount="${amount.financed}"></financing-estimate></div>`,
    );
    const element = wrapper.querySelector('financing-estimate')!;
    await until(() => part(element, 'card'));
    const height = part(element, 'card')!.offsetHeight;
    element.amount = amount.inapplicable;
    await until(() => element.shadowRoot!.querySelector('.lost'));
    const sentence = element.shadowRoot!.querySelector<HTMLElement>('.lost')!;
    expect(sentence.offsetHeight).to.be.closeTo(height, 1);
  });

  it("shows only the page's own words, if it has some", async () => {
    const element = await settled(
      `<financing-estimate amount="${amount.financed}"><span slot="unavailable">—</span></financing-estimate>`,
    );
    await setAmount(element, amount.inapplicable);
    expect(readable(element.innerText)).to.equal('—');
    expect(isSeen(element.shadowRoot!.querySelector('.lost')!)).to.equal(false);
  });

  it("stays hidden if it hasn't shown an estimate", async () => {
    const element = await settled(estimateTag(amount.inapplicable));
    element.amount = amount.inapplicable + 1;
    await until(() => element.status === 'unavailable');
    await element.updateComplete;
    expect(isSeen(element)).to.equal(false);
  });
});
