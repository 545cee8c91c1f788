import { expect } from '@open-wc/testing';
import { configure } from '../../src/index.js';
import { amount } from '../client/fake-proxy.js';
import { createPage, lineOf, settled } from './page.js';

describe('a text that a page replaces', () => {
  const { warn } = console;
  let warnings: string[];
  beforeEach(() => {
    warnings = [];
    console.warn = (text: string) => warnings.push(text);
  });
  afterEach(() => (console.warn = warn));

  it('is ignored, with a warning, where it lacks a value of its original', async () => {
    createPage();
    configure({ text: { fr: { payment: 'Environ {payment} par mois', apr: 'TAEG', term: '' } } });
    expect(warnings).to.deep.equal([
      'configure(): the fr text "apr" lacks {apr}. It is ignored.',
      'configure(): the fr text "term" lacks {months}. It is ignored.',
    ]);
    const element = await settled(
      `<financing-estimate lang="fr" amount="${amount.financed}"></financing-estimate>`,
    );
    expect(lineOf(element)).to.equal('Environ $45.72 par mois 12 mo 9.99% APR $0 down');
  });

  it('may have its values in another order, and more than once', () => {
    configure({ text: { fr: { sentence: '{apr} {downPayment}{forMonths} {payment} {payment}' } } });
    expect(warnings).to.deep.equal([]);
  });
});
