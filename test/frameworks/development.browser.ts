import { expect, fixture } from '@open-wc/testing';
import type { FinancingEstimateElement, PrequalButtonElement } from '../../src/index.js';
import { amount, createFakeProxy } from '../client/fake-proxy.js';
import { part } from '../elements/shadow-tree.js';
import type * as Page from './development-page.js';
import { until } from '../support/until.js';

const page = new URL('./development-page.bundle.js', import.meta.url).href;
const { configure } = (await import(page)) as typeof Page;

/** The warnings of lit's development build: about itself, about the tests' own lit, and about our mistakes. */
const { litIssuedWarnings } = globalThis as { litIssuedWarnings?: Set<string> };
const isNotice = (warning: string) => /^Lit is in dev mode|^Multiple versions of Lit/.test(warning);

describe('lit’s development build', () => {
  beforeEach(() => configure({ fetch: createFakeProxy().fetch }));

  function found(): string[] {
    return [...litIssuedWarnings!].filter((warning) => !isNotice(warning));
  }

  it('is on the page', () => {
    expect([...litIssuedWarnings!].some(isNotice)).to.equal(true);
  });

  it('doesn’t warn when an estimate changes, opens its details, hides, and moves', async () => {
    const element = await fixture<FinancingEstimateElement>(
      `<financing-estimate amount="${amount.financed}">Ask us</financing-estimate>`,
    );
    await until(() => element.status === 'ready');
    element.amount = amount.free;
    await element.updateComplete;
    await until(() => element.status === 'ready' && part(element, 'details-button'));
    part(element, 'details-button')!.click();
    await until(() => part<HTMLDialogElement>(element, 'dialog')?.open);
    part(element, 'dialog-close')!.click();
    await until(() => !part(element, 'dialog'));
    element.amount = amount.inapplicable;
    await until(() => element.status === 'unavailable');
    document.body.append(element);
    await element.updateComplete;
    element.remove();
    expect(found()).to.deep.equal([]);
  });

  it('doesn’t warn when a button is disabled and asks for a phone number', async () => {
    const element = await fixture<PrequalButtonElement>(
      '<prequal-button location="main-street" delivery="sms"></prequal-button>',
    );
    element.disabled = true;
    await element.updateComplete;
    element.disabled = false;
    await element.updateComplete;
    element.click();
    await until(() => element.shadowRoot!.querySelector('dialog')?.open);
    element.shadowRoot!.querySelector('dialog')!.close();
    await element.updateComplete;
    expect(found()).to.deep.equal([]);
  });
});
