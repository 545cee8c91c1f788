import { expect } from '@open-wc/testing';
import { render } from 'lit';
import {
  renderLine,
  type LineOptions,
} from '../../../src/elements/financing-estimate/estimate-line.js';
import { creditTermsOf, inWords } from '../../../src/words/estimate-words.js';
import { textIn } from '../../../src/elements/element-text.js';
import { amount, estimateOf } from '../../client/fake-proxy.js';

/** The parts that may differ from one rendering of a line to the next. */
interface Look {
  readonly months?: number;
  readonly opener?: string;
}

/** Renders the line with each look in turn, and returns what the selector finds each time. */
function foundIn(selector: string, ...looks: readonly Look[]): (Element | null)[] {
  const root = document.createElement('div');
  return looks.map((look) => {
    render(renderLine(optionsFor(look)), root);
    return root.querySelector(selector);
  });
}

function optionsFor({ months, opener = 'See details' }: Look): LineOptions {
  const terms = { ...creditTermsOf({ id: '', ...estimateOf(amount.financed) }, {}), months };
  const words = inWords(textIn('en'), terms, {});
  return {
    ...{ words, language: 'en', sentence: words.sentence },
    opener,
    shortOpener: 'Details',
    details: undefined,
  };
}

describe('the line of an estimate', () => {
  it("doesn't touch texts that haven't changed", () => {
    const [before, after] = foundIn(
      '[part=payment]',
      { months: 12 },
      { months: 12, opener: 'Details' },
    );
    expect(before!.lastChild).to.be.an.instanceOf(Node);
    expect(after!.lastChild).to.equal(before!.lastChild);
  });

  it('keeps its button, which may have the focus, when a term is added or removed', () => {
    const buttons = foundIn('button', {}, { opener: 'Details' }, { months: 12 }, {});
    expect(buttons[0]).to.be.an.instanceOf(HTMLButtonElement);
    expect(new Set(buttons)).to.have.property('size', 1);
  });
});
