import { expect } from '@open-wc/testing';
import type { PayOverTimeButtonElement } from '../../../src/index.js';
import { amount } from '../../client/fake-proxy.js';
import { estimateTag, proxy, setAmount, settled, showButton, useHeldTimers } from '../page.js';
import { buttonOf, isSeen, part, readable, showDetails } from '../shadow-tree.js';
import { until } from '../../support/until.js';

const estimate = estimateTag(amount.financed);

function regionOf(element: Element): HTMLElement {
  return element.shadowRoot!.querySelector<HTMLElement>('[role=status]')!;
}

describe("<financing-estimate> whose new amount can't be financed", () => {
  const held = useHeldTimers((delay) => delay === 700);
  afterEach(() => held.fireAll());

  for (const [what, markup, expected] of [
    ['in English', estimate, 'Monthly payments are not available for this amount.'],
    [
      'in Spanish',
      estimate.replace(' ', ' lang="es" '),
      'No hay pagos mensuales disponibles para este monto.',
    ],
    [
      'in the words of the page',
      estimate.replace('><', '><b slot="unavailable">Cash only</b><'),
      'Cash only',
    ],
  ] as const) {
    it(`announces it once, politely, ${what}`, async () => {
      const element = await settled(markup);
      await setAmount(element, amount.inapplicable);
      expect(readable(regionOf(element).textContent)).to.equal('');
      held.fireAll();
      await element.updateComplete;
      expect(readable(regionOf(element).textContent)).to.equal(expected);
      expect(regionOf(element).checkVisibility({ visibilityProperty: true })).to.equal(true);

      await setAmount(element, 26); // the fake proxy finances this amount
      held.fireAll();
      await element.updateComplete;
      expect(readable(regionOf(element).textContent)).to.contain('$2.60');
    });
  }

  it("announces nothing if the next amount can't be financed either", async () => {
    const element = await settled(estimate);
    await setAmount(element, amount.inapplicable);
    held.fireAll();
    await element.updateComplete;
    const said = regionOf(element).textContent;
    element.refresh();
    await until(() => proxy.calls.length === 3 && element.status === 'unavailable');
    expect(held.timers).to.deep.equal([]);
    expect(said).to.contain('not available');
  });
});

/** Returns the focused part of an element, or its role. */
function focusIn(element: Element): string | null | undefined {
  const focused = element.shadowRoot!.activeElement;
  return focused?.getAttribute('part') ?? focused?.getAttribute('role');
}

describe('the focus', () => {
  it('stays in the element when the details button disappears, and returns to the button with it', async () => {
    const element = await settled(estimate);
    part(element, 'details-button')!.focus();
    await setAmount(element, amount.inapplicable);
    expect([document.activeElement?.localName, focusIn(element)]).to.deep.equal([
      'financing-estimate',
      'status',
    ]);

    await setAmount(element, 300);
    expect(focusIn(element)).to.equal('details-button');
  });

  it('stays in the element when its open dialog disappears', async () => {
    const element = await settled(estimate);
    part(element, 'details-button')!.focus();
    await showDetails(element);
    await setAmount(element, 300);
    expect(Boolean(part(element, 'dialog'))).to.equal(false);
    expect(focusIn(element)).to.equal('details-button');
  });

  it("stays in <pay-over-time-button> when its amount can't be financed, and returns to the button later", async () => {
    const element = await showButton<PayOverTimeButtonElement>(
      `<pay-over-time-button amount="${amount.financed}" transaction-id="t" location="a"></pay-over-time-button>`,
    );
    await until(() => part(element, 'button'));
    buttonOf(element).focus();
    element.amount = amount.inapplicable;
    await until(() => !isSeen(element));
    expect(focusIn(element)).to.equal('message');
    element.amount = amount.financed;
    await until(() => isSeen(element));
    expect(focusIn(element)).to.equal('button');
  });

  it("isn't taken from the page", async () => {
    const element = await settled(`<div><input>${estimate}</div>`);
    const wrapper = element.parentElement!;
    wrapper.querySelector('input')!.focus();
    await setAmount(element, amount.inapplicable);
    expect(document.activeElement?.localName).to.equal('input');
  });
});
