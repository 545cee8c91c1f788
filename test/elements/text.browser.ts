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
    configure({ text: { eo: { payment: 'Proksimume {payment} monate', apr: 'JPE', term: '' } } });
    expect(warnings).to.deep.equal([
      'configure(): the eo text "apr" lacks {apr}. It is ignored.',
      'configure(): the eo text "term" lacks {months}. It is ignored.',
    ]);
    const element = await settled(
      `<financing-estimate lang="eo" amount="${amount.financed}"></financing-estimate>`,
    );
    expect(lineOf(element)).to.equal('Proksimume $45.72 monate 12 mo 9.99% APR $0 down');
  });

  it('may have its values in another order, and more than once', () => {
    configure({ text: { eo: { sentence: '{apr} {downPayment}{forMonths} {payment} {payment}' } } });
    expect(warnings).to.deep.equal([]);
  });
});
