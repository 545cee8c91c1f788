import { expect } from '@open-wc/testing';
import { html, nothing, render } from 'lit';
import { renderLine, type LineOptions } from '../../src/elements/estimate-line.js';
import { inWords } from '../../src/elements/estimate-words.js';
import { renderLine as renderCopy } from '../../src/elements/lean/estimate-line.js';
import { textIn } from '../../src/elements/text.js';
import { amount, estimateOf } from '../client/fake-proxy.js';

/** What may differ from one rendering of a line to the next. */
interface Look {
  readonly language?: string;
  readonly months?: number;
  /** Whether the live region says the sentence. */
  readonly isSpoken?: boolean;
  readonly isOpen?: boolean;
  /** Without the text of a part, as a page may want it. */
  readonly isBare?: boolean;
}

const looks: Readonly<Record<string, Look>> = {
  'with a term': { months: 12 },
  'without a term': {},
  'in Spanish': { months: 12, language: 'es' },
  'with its sentence elsewhere': { months: 12, isSpoken: true },
  'with its dialog open': { months: 12, isOpen: true },
  'without a text': { months: 12, isBare: true },
};

describe('the line of the script is that of lit', () => {
  for (const [name, look] of Object.entries(looks)) {
    it(name, () => {
      const { ofLit, ofScript } = linesAfter(look);
      expect(ofScript).dom.to.equal(ofLit.outerHTML);
    });

    for (const [earlierName, earlier] of Object.entries(looks)) {
      it(`${name}, after it was ${earlierName}`, () => {
        const { ofLit, ofScript } = linesAfter(earlier, look);
        expect(ofScript).dom.to.equal(ofLit.outerHTML);
      });
    }
  }

  it('and leaves the texts alone that are as they were', () => {
    const root = document.createElement('div');
    const [before, after] = [looks['with a term']!, looks['with its dialog open']!].map((look) => {
      renderScript(root, look);
      return root.querySelector('[part=payment]')!.firstChild;
    });
    expect(after).to.equal(before);
  });

  it('and keeps its button, which may have the focus, while its dialog opens and a term comes and goes', () => {
    const root = document.createElement('div');
    const buttons = [{}, { isOpen: true }, { months: 12 }, {}].map((look) => {
      renderScript(root, look);
      return root.querySelector('button');
    });
    expect(new Set(buttons)).to.have.property('size', 1);
  });

  it('and keeps its dialog when a term appears', () => {
    const root = document.createElement('div');
    const dialogs = [{ isOpen: true }, { isOpen: true, months: 12 }].map((look) => {
      renderScript(root, look);
      return root.querySelector('dialog');
    });
    expect(dialogs[0]).to.be.an.instanceOf(HTMLDialogElement);
    expect(dialogs[1]).to.equal(dialogs[0]);
  });

  it('and opens the details of what it shows now', () => {
    const root = document.createElement('div');
    const opened: string[] = [];
    for (const onOpen of [() => opened.push('first'), () => opened.push('second')]) {
      render(renderCopy({ ...optionsFor(root, {}), onOpen }), root);
    }
    root.querySelector('button')!.click();
    expect(opened).to.deep.equal(['second']);
  });
});

/** Both lines, after they have been rendered in these looks one after the other. */
function linesAfter(...all: readonly Look[]): { ofLit: Element; ofScript: Element } {
  const ofLit = document.createElement('div');
  const ofScript = document.createElement('div');
  for (const look of all) {
    render(renderLine(optionsFor(ofLit, look)), ofLit);
    renderScript(ofScript, look);
  }
  return { ofLit, ofScript };
}

function renderScript(root: HTMLElement, look: Look): void {
  render(renderCopy(optionsFor(root, look)), root);
}

function optionsFor(root: HTMLElement, look: Look): LineOptions {
  const { language = 'en', months, isSpoken, isOpen, isBare } = look;
  const text = textIn(language);
  const words = inWords(text, { id: '', ...estimateOf(amount.financed), months });
  return {
    ...{ root, text, language },
    words: isBare ? { ...words, 'down-payment': '' } : words,
    sentence: isSpoken ? '' : words.sentence,
    onOpen() {},
    dialog: isOpen ? html`<dialog></dialog>` : nothing,
  };
}
