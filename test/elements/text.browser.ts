import { expect } from '@open-wc/testing';
import { configure } from '../../src/index.js';
import { textIn } from '../../src/elements/element-text.js';
import { amount } from '../client/fake-proxy.js';
import { settled } from './page.js';
import { lineOf } from './shadow-tree.js';
import { nextTurn, until } from '../support/until.js';

describe('a text that a page replaces', () => {
  const { warn } = console;
  let warnings: string[];
  beforeEach(() => {
    warnings = [];
    console.warn = (text: string) => warnings.push(text);
  });
  afterEach(() => (console.warn = warn));

  it('is ignored, with a warning, if it lacks a value of the original', async () => {
    configure({ text: { eo: { payment: 'Proksimume {payment} monate', apr: 'JPE', term: '' } } });
    await until(() => warnings.length === 2);
    expect(warnings).to.have.members([
      'configure(): The eo text "apr" lacks {apr}, so it is ignored. Add {apr}, the placeholder for a number.',
      'configure(): The eo text "term" lacks {months}, so it is ignored. Add {months}, the placeholder for a number.',
    ]);
    const element = await settled(
      `<financing-estimate lang="eo" amount="${amount.financed}"></financing-estimate>`,
    );
    expect(lineOf(element)).to.equal('Proksimume $45.72 monate for 12 months 9.99% APR $0 down');
  });

  it("is ignored, with a warning, if its name isn't one of ours", async () => {
    configure({ text: { eo: { prequalfy: 'a', constructor: 'b' } as object } });
    await until(() => warnings.length === 2);
    expect(warnings).to.have.members([
      'configure(): There is no text "prequalfy", so it is ignored. Did you mean "prequalify"?',
      'configure(): There is no text "constructor", so it is ignored. All names: docs/reference-texts.md.',
    ]);
  });

  it("is distinguished from an option, which is also ignored if its name isn't one of ours", async () => {
    configure({ locaton: 'main-street' } as object);
    await until(() => warnings.length);
    expect(warnings).to.deep.equal([
      'configure(): There is no option "locaton", so it is ignored. Did you mean "location"?',
    ]);
  });

  it("is ignored if it isn't a string", () => {
    const values: object = { prequalify: undefined, close: null, apr: 5 };
    configure({ text: { eo: values } });
    expect(textIn('eo').prequalify).to.equal('See what you qualify for');
    expect(textIn('eo').close).to.equal('Close');
    expect(textIn('eo').apr).to.equal('{apr} APR');
  });

  it('also replaces the short text of narrow columns, unless that one is replaced, too', () => {
    configure({ text: { eo: { payment: 'ĉ. {payment}', detailsShort: 'Vidi detalojn' } } });
    configure({ text: { eo: { detailsShortest: 'Detaloj' } } });
    const { shortPayment, detailsShortest } = textIn('eo');
    expect({ shortPayment, detailsShortest }).to.deep.equal({
      shortPayment: 'ĉ. {payment}',
      detailsShortest: 'Detaloj',
    });
  });

  it('may be for a region, and then applies to its language', async () => {
    configure({ text: { 'EO-fr': { downPayment: '{downPayment} nun' } } });
    const element = await settled(
      `<financing-estimate lang="eo-DE" amount="${amount.financed}"></financing-estimate>`,
    );
    expect(lineOf(element)).to.contain('$0 nun');
  });

  it('may have its values in another order, and more than once', async () => {
    configure({ text: { eo: { sentence: '{apr} {downPayment}{forMonths} {payment} {payment}' } } });
    configure({ text: { eo: { sentence: 'wrong' } } });
    await until(() => warnings.length);
    await nextTurn();
    expect(warnings.length).to.equal(1);
  });
});
