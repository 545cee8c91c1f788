import { expect } from '@open-wc/testing';
import type { FinancingEstimateElement } from '../../src/index.js';
import { show, showButton } from './page.js';

describe('a property of an element', () => {
  it('is a number if it counts something', async () => {
    const markup = '<financing-estimate term-months="12"></financing-estimate>';
    const estimate = await show<FinancingEstimateElement>(markup);
    expect(estimate.termMonths).to.equal(12);
    estimate.removeAttribute('term-months');
    expect(estimate.termMonths).to.equal(null);
  });

  it('is reflected in its attribute if the attribute is a state', async () => {
    const button = await showButton('<prequal-button></prequal-button>');
    button.disabled = true;
    await button.updateComplete;
    expect(button.getAttribute('disabled')).to.equal('');
    button.disabled = false;
    await button.updateComplete;
    expect(button.hasAttribute('disabled')).to.equal(false);
  });

  it('leaves the attribute as the page wrote it', async () => {
    const markup = '<prequal-button disabled="disabled"></prequal-button>';
    const button = await showButton(markup);
    await button.updateComplete;
    expect(button.disabled).to.equal(true);
    expect(button.getAttribute('disabled')).to.equal('disabled');
  });
});
