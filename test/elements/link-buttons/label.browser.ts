import { expect } from '@open-wc/testing';
import type { PrequalButtonElement } from '../../../src/index.js';
import { showButton } from '../page.js';
import { part, readable } from '../shadow-tree.js';
import { until } from '../../support/until.js';

const own = 'See what you qualify for';

/** Returns the text that a shopper reads on the button: the text in its slot, and the text next to the slot. */
function labelOf(button: PrequalButtonElement): string | undefined {
  const label = part(button, 'label')!;
  const texts = [...label.childNodes].filter((node) => node instanceof Text);
  const shown = label.querySelector('slot')!.assignedNodes({ flatten: true });
  return readable([...shown, ...texts].map(({ textContent }) => textContent).join(''));
}

const button = (content: string) => showButton(`<prequal-button>${content}</prequal-button>`);

describe("a link button's label", () => {
  const labels: Readonly<Record<string, readonly [content: string, label: string]>> = {
    'its own, without content': ['', own],
    'its own, with only white space': ['\n  ', own],
    'its own, with a comment': ['\n <!-- later --> \n', own],
    'its own, with another slot filled': ['\n <span slot="error">Sorry</span>\n', own],
    "the page's, in text": ['Ask', 'Ask'],
    "the page's, in an element": ['\n <b>Ask</b>\n', 'Ask'],
    "the page's, in an element without text": ['\n <img alt="Ask">\n', ''],
  };
  for (const [name, [content, label]] of Object.entries(labels)) {
    it(`is ${name}`, async () => {
      const element = await button(content);
      await until(() => labelOf(element) === label);
      await element.updateComplete;
      expect(labelOf(element)).to.equal(label);
    });
  }

  it("is the page's once a framework writes it into an empty text node", async () => {
    const element = await button('\n');
    await until(() => labelOf(element) === own);
    const text = element.firstChild as Text;
    text.data = 'Ask';
    await until(() => labelOf(element) === 'Ask');
    text.data = ' ';
    await until(() => labelOf(element) === own);
  });

  it("follows the page's text after the button was moved", async () => {
    const element = await button('\n');
    await until(() => labelOf(element) === own);
    const parent = element.parentElement!;
    element.remove();
    element.firstChild!.textContent = 'Ask';
    parent.append(element);
    await until(() => labelOf(element) === 'Ask');
  });
});
