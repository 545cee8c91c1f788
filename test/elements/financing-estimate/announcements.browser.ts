import { expect, oneEvent } from '@open-wc/testing';
import { configure, type FinancingEstimateElement } from '../../../src/index.js';
import { proxy, setAmount, settled, show, useHeldTimers } from '../page.js';
import { lineOf, part, readable, showDetails } from '../shadow-tree.js';
import { until } from '../../support/until.js';

const estimate = '<financing-estimate amount="100"></financing-estimate>';

/** Returns the text in the live region, if there is one. */
function announced(element: Element): string | undefined {
  return readable(element.shadowRoot!.querySelector('[role=status]')?.textContent);
}

/** Returns the texts in the shadow tree that only screen readers read. */
function spoken(element: Element): string[] {
  const texts = [...element.shadowRoot!.querySelectorAll('.spoken')];
  return texts.map((text) => text.textContent).filter(Boolean);
}

describe('<financing-estimate> announces to screen readers', () => {
  const held = useHeldTimers((delay) => delay === 700);
  afterEach(() => held.fireAll());

  it('nothing for the first estimates', async () => {
    const list = await show(`<div>${estimate.repeat(40)}</div>`);
    await until(() => [...list.children].every(lineOf));
    expect(held.timers).to.deep.equal([]);
    expect([...list.children].map(announced).filter(Boolean)).to.deep.equal([]);
  });

  it('a change, once, in a live region that already existed', async () => {
    const element = await settled(estimate);
    await setAmount(element, 200);
    const region = element.shadowRoot!.querySelector('[role=status]');
    expect(region?.textContent).to.equal('');
    held.timers[0]!.fire();
    await element.updateComplete;
    expect(element.shadowRoot!.querySelector('[role=status]')).to.equal(region);
    expect(spoken(element)).to.deep.equal([
      'Estimated $20.00 a month for 10 months, 0% APR, $0 down',
    ]);
    expect(announced(element)).to.equal(spoken(element)[0]);
    await expect(element).to.be.accessible();
  });

  it('a change only once if two elements show it', async () => {
    const wrapper = await show(`<div>${estimate.repeat(2)}</div>`);
    const elements = [...wrapper.children] as FinancingEstimateElement[];
    await until(() => elements.every(lineOf));
    for (const element of elements) element.amount = 200;
    await oneEvent(elements[1]!, 'financing-estimate');
    held.fireAll();
    await elements[1]!.updateComplete;
    expect(elements.map(announced).filter(Boolean).length).to.equal(1);
  });

  it('a change in the visible element, even if a hidden one before it changes, too', async () => {
    for (const hiding of ['display: none', 'visibility: hidden']) {
      const wrapper = await show(
        `<div><p style="${hiding}">${estimate}</p><p>${estimate}</p></div>`,
      );
      const elements = [...wrapper.querySelectorAll('financing-estimate')];
      await until(() => elements.every(lineOf));
      elements.forEach((element, index) => (element.amount = 200 + 100 * index));
      await oneEvent(elements[1]!, 'financing-estimate');
      held.timers.at(-1)!.fire();
      await elements[1]!.updateComplete;
      expect(elements.map(announced)).to.deep.equal([
        '',
        'Estimated $100.00 a month for 3 months, 0% APR, $0 down',
      ]);
    }
  });

  it('the last of several changes, with the name of the product', async () => {
    const element = await settled(estimate.replace(' ', ' product="Oak desk" '));
    for (const dollars of [200, 300]) {
      await setAmount(element, dollars);
    }
    expect(held.timers).to.have.length(1);
    held.timers[0]!.fire();
    await element.updateComplete;
    expect(announced(element)).to.equal(
      'Estimated $100.00 a month for 3 months, 0% APR, $0 down, Oak desk',
    );
  });

  it('nothing when a whole list changes', async () => {
    const list = await show(
      `<div>${estimate}<financing-estimate amount="200"></financing-estimate></div>`,
    );
    await until(() => [...list.children].every(lineOf));
    configure({ location: 'elsewhere' });
    await oneEvent(list.lastElementChild!, 'financing-estimate');
    held.fireAll();
    await (list.lastElementChild as FinancingEstimateElement).updateComplete;
    expect([...list.children].map(announced).filter(Boolean)).to.deep.equal([]);
  });

  it('nothing if nothing changed', async () => {
    const element = await settled(estimate);
    element.refresh();
    await oneEvent(element, 'financing-estimate');
    expect(held.timers).to.deep.equal([]);
  });

  it('nothing about an amount that was replaced in the meantime', async () => {
    const element = await settled(estimate);
    await setAmount(element, 200);
    element.amount = 300;
    await until(() => !lineOf(element));
    held.timers[0]!.fire();
    await element.updateComplete;
    expect(announced(element)).to.equal('');
    await until(() => proxy.calls.length === 3);
  });
});

describe('the dialog of <financing-estimate>', () => {
  it('starts at its heading, even if it has to be scrolled', async () => {
    const element = await settled(
      '<financing-estimate amount="100"><div slot="disclosure" style="height: 3000px">Long</div></financing-estimate>',
    );
    await showDetails(element);
    const dialog = part(element, 'dialog')!;
    expect(element.shadowRoot!.activeElement?.localName).to.equal('h2');
    expect(dialog.scrollHeight).to.be.greaterThan(dialog.clientHeight);
    expect(dialog.scrollTop).to.equal(0);
  });
});
