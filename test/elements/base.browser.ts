import { expect } from '@open-wc/testing';
import { FinancingEstimateElement, PrequalButtonElement } from '../../src/index.js';
import { nextTurn, until } from '../client/fake-proxy.js';
import { createPage, show } from './page.js';

// What the elements ask of their base, lit's own or src/elements/lean/lit.ts; every other test runs on both as well.

const isLean = document.querySelector('script[type=importmap]') !== null;

describe("the elements' base", () => {
  beforeEach(() => createPage());

  it(isLean ? 'is the lean one in this run' : "is lit's own in this run", () => {
    expect('_$litElement$' in FinancingEstimateElement).to.equal(!isLean);
  });
});

describe('a property of an element', () => {
  it('has an attribute in kebab-case, which sets it', async () => {
    const button = await show<PrequalButtonElement>('<prequal-button></prequal-button>');
    button.setAttribute('representative-first-name', 'Ada');
    expect(button.representativeFirstName).to.equal('Ada');
    button.removeAttribute('representative-first-name');
    expect(button.representativeFirstName).to.equal(null);
  });

  it('has no attribute if it is personal data', async () => {
    expect(PrequalButtonElement.observedAttributes).to.not.contain('customer-phone-number');
    expect(PrequalButtonElement.observedAttributes).to.not.contain('false');
  });

  it('is a number where it counts something', async () => {
    const markup = '<financing-estimate term-months="12"></financing-estimate>';
    const estimate = await show<FinancingEstimateElement>(markup);
    expect(estimate.termMonths).to.equal(12);
    estimate.removeAttribute('term-months');
    expect(estimate.termMonths).to.equal(null);
  });

  it('is shown in its attribute where that is a state', async () => {
    const button = await show<PrequalButtonElement>('<prequal-button></prequal-button>');
    button.disabled = true;
    await button.updateComplete;
    expect(button.getAttribute('disabled')).to.equal('');
    button.disabled = false;
    await button.updateComplete;
    expect(button.hasAttribute('disabled')).to.equal(false);
  });

  it('leaves the attribute as the page has written it', async () => {
    const markup = '<prequal-button disabled="disabled"></prequal-button>';
    const button = await show<PrequalButtonElement>(markup);
    await button.updateComplete;
    expect(button.disabled).to.equal(true);
    expect(button.getAttribute('disabled')).to.equal('disabled');
  });

  it('is inherited, and not shared with other classes', () => {
    expect(PrequalButtonElement.observedAttributes).to.include.members(['location', 'referral']);
    expect(FinancingEstimateElement.observedAttributes).to.include.members(['location', 'amount']);
    expect(FinancingEstimateElement.observedAttributes).to.not.contain('referral');
  });

  it('E05 that was set before the upgrade outdoes the attribute', async () => {
    const amounts: unknown[] = [];
    class EarlyElement extends FinancingEstimateElement {
      protected override willUpdate(): void {
        amounts.push(this.amount);
      }
    }
    const elements = [200, 300].map((dollars) => {
      const early = document.createElement('early-estimate') as EarlyElement;
      early.setAttribute('amount', '100');
      early.amount = dollars;
      document.body.append(early);
      return early;
    });
    customElements.define('early-estimate', EarlyElement);
    await elements[1]!.updateComplete;
    expect(amounts.slice(0, 2)).to.deep.equal([200, 300]);
    for (const early of elements) {
      expect(Object.hasOwn(early, 'amount')).to.equal(false);
      early.remove();
    }
  });
});

describe('an update of an element', () => {
  /** Counts its updates. */
  class CountingElement extends FinancingEstimateElement {
    updates = 0;
    onUpdated = (): void => {};

    protected override updated(): void {
      this.updates += 1;
      this.onUpdated();
    }
  }
  customElements.define('counting-estimate', CountingElement);

  async function counting(): Promise<CountingElement> {
    createPage();
    const element = await show<CountingElement>('<counting-estimate></counting-estimate>');
    await element.updateComplete;
    return Object.assign(element, { updates: 0 });
  }

  it('comes a microtask after the change', async () => {
    const element = await counting();
    element.representative = '7';
    expect(element.updates).to.equal(0);
    await Promise.resolve();
    expect(element.updates).to.equal(1);
  });

  it('comes once for many changes', async () => {
    const element = await counting();
    element.representative = '7';
    element.representative = '8';
    element.termMonths = 12;
    expect(await element.updateComplete).to.equal(true);
    expect(element.updates).to.equal(1);
  });

  it('does not come for a value that is the same', async () => {
    const element = await counting();
    element.termMonths = NaN;
    await element.updateComplete;
    element.termMonths = NaN;
    await element.updateComplete;
    expect(element.updates).to.equal(1);
  });

  it('is not complete when it has made the next one due', async () => {
    const element = await counting();
    element.onUpdated = () => {
      element.onUpdated = () => {};
      element.termMonths = 6;
    };
    element.requestUpdate();
    expect(await element.updateComplete).to.equal(false);
    expect(await element.updateComplete).to.equal(true);
    expect(element.updates).to.equal(2);
  });

  it('does not come before the element is on the page', async () => {
    const element = document.createElement('counting-estimate') as CountingElement;
    let updates = 0;
    element.addController({ hostUpdate: () => (updates += 1) });
    element.amount = 100;
    await nextTurn();
    expect(updates).to.equal(0);
  });

  it('that fails is an error nobody has caught, and the next one is tried', async () => {
    const element = await counting();
    const errors: unknown[] = [];
    const hear = (rejection: PromiseRejectionEvent) => {
      rejection.preventDefault();
      errors.push(rejection.reason);
    };
    // Mocha would take it for the test's own.
    const { onunhandledrejection } = window;
    window.onunhandledrejection = null;
    window.addEventListener('unhandledrejection', hear, { capture: true });
    const failure = new Error('as the test wants it');
    element.onUpdated = () => {
      throw failure;
    };
    element.requestUpdate();
    await until(() => errors.length);
    element.onUpdated = () => {};
    element.requestUpdate();
    await element.updateComplete;
    window.removeEventListener('unhandledrejection', hear, { capture: true });
    window.onunhandledrejection = onunhandledrejection;
    expect(errors[0]).to.equal(failure);
    expect(element.updates).to.equal(2);
  });
});

describe('the style sheets of an element', () => {
  it('are the same objects in all elements of a class', async () => {
    const markup = '<prequal-button></prequal-button>';
    const [one, other] = [await show(markup), await show(markup)];
    const sheets = [...one.shadowRoot!.adoptedStyleSheets];
    expect(sheets).not.to.be.empty;
    expect([...other.shadowRoot!.adoptedStyleSheets]).to.have.ordered.members(sheets);
  });
});
