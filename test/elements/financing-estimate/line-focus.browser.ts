import { expect, oneEvent } from '@open-wc/testing';
import type { PayOverTimeButtonElement } from '../../../src/index.js';
import { amount } from '../../client/fake-proxy.js';
import {
  createPage,
  holdTimers,
  isSeen,
  part,
  readable,
  settled,
  show,
  showDetails,
} from '../page.js';
import { until } from '../../support/until.js';

const estimate = `<financing-estimate amount="${amount.financed}"></financing-estimate>`;

function regionOf(element: Element): HTMLElement {
  return element.shadowRoot!.querySelector<HTMLElement>('[role=status]')!;
}

describe("<financing-estimate> whose new amount can't be financed", () => {
  let held: ReturnType<typeof holdTimers>;
  beforeEach(() => (held = holdTimers((delay) => delay === 700)));
  afterEach(() => {
    for (const { fire } of held.timers) fire();
    held.release();
  });

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
      createPage();
      const element = await settled(markup);
      element.amount = amount.inapplicable;
      await oneEvent(element, 'financing-unavailable');
      expect(readable(regionOf(element).textContent)).to.equal('');
      for (const { fire } of held.timers.splice(0)) fire();
      await element.updateComplete;
      expect(readable(regionOf(element).textContent)).to.equal(expected);
      expect(regionOf(element).checkVisibility({ visibilityProperty: true })).to.equal(true);

      element.amount = 26; // the fake proxy finances this amount
      await oneEvent(element, 'financing-estimate');
      for (const { fire } of held.timers.splice(0)) fire();
      await element.updateComplete;
      expect(readable(regionOf(element).textContent)).to.contain('$2.60');
    });
  }

  it("announces nothing if the next amount can't be financed either", async () => {
    const proxy = createPage();
    const element = await settled(estimate);
    element.amount = amount.inapplicable;
    await oneEvent(element, 'financing-unavailable');
    for (const { fire } of held.timers.splice(0)) fire();
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
    createPage();
    const element = await settled(estimate);
    part(element, 'details-button')!.focus();
    element.amount = amount.inapplicable;
    await oneEvent(element, 'financing-unavailable');
    await element.updateComplete;
    expect([document.activeElement?.localName, focusIn(element)]).to.deep.equal([
      ...['financing-estimate', 'status'],
    ]);

    element.amount = 300;
    await oneEvent(element, 'financing-estimate');
    await element.updateComplete;
    expect(focusIn(element)).to.equal('details-button');
  });

  it('stays in the element when its open dialog disappears', async () => {
    createPage();
    const element = await settled(estimate);
    part(element, 'details-button')!.focus();
    await showDetails(element);
    element.amount = 300;
    await oneEvent(element, 'financing-estimate');
    await element.updateComplete;
    expect(Boolean(part(element, 'dialog'))).to.equal(false);
    expect(focusIn(element)).to.equal('details-button');
  });

  it("stays in <pay-over-time-button> when its amount can't be financed, and returns to the button later", async () => {
    createPage();
    const element = await show<PayOverTimeButtonElement>(
      `<pay-over-time-button amount="${amount.financed}" transaction-id="t" location="a"></pay-over-time-button>`,
    );
    await until(() => part(element, 'button'));
    part(element, 'button')!.focus();
    element.amount = amount.inapplicable;
    await until(() => !isSeen(element));
    expect(focusIn(element)).to.equal('message');
    element.amount = amount.financed;
    await until(() => isSeen(element));
    expect(focusIn(element)).to.equal('button');
  });

  it("isn't taken from the page", async () => {
    createPage();
    const wrapper = await show<HTMLElement>(`<div><input>${estimate}</div>`);
    const element = wrapper.querySelector('financing-estimate')!;
    await until(() => element.status === 'ready');
    wrapper.querySelector('input')!.focus();
    element.amount = amount.inapplicable;
    await oneEvent(element, 'financing-unavailable');
    await element.updateComplete;
    expect(document.activeElement?.localName).to.equal('input');
  });
});
