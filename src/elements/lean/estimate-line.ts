/**
 * Stands in for ../estimate-line.ts in the script: the same line, but a copy of a blank one into which the texts are
 * written. While code is cold, as it is for the first hundred lines of a page, lit's book-keeping of each value
 * takes several times as long as that.
 */
/* eslint-disable lit-a11y/accessible-name -- The button of the blank line has none, its copies have. */
import { render } from 'lit/html.js';
import type { LineOptions } from '../estimate-line.js';
import type { EstimateWords } from '../estimate-words.js';
import { html, nothing } from './html.js';

let blank: Element | undefined;

/** The line that stands in the root, or a new one, with its present texts. */
export function renderLine(options: LineOptions): Element {
  const { root, words, dialog } = options;
  const line = root.querySelector('.line') ?? newLine();
  const [estimate, spoken, button] = line.children as unknown as HTMLButtonElement[];
  const term = line.querySelector('[part=term]');
  if (!words.term) term?.remove();
  else if (!term)
    estimate!.firstElementChild!.after(' ', blank!.querySelector('[part=term]')!.cloneNode());
  for (const part of estimate!.children) {
    write(part, words[part.getAttribute('part') as keyof EstimateWords]);
  }
  write(spoken!, options.sentence);
  line.setAttribute('lang', options.language);
  button!.ariaLabel = options.text.details;
  button!.onclick = options.onOpen;
  if (dialog !== nothing || line.querySelector('dialog')) render(dialog, line as HTMLElement);
  return line;
}

function newLine(): Element {
  if (!blank) {
    const root = document.createElement('p');
    render(
      html`
        <span class="line" dir="auto">
          <span part="estimate" aria-hidden="true">
            <span part="payment"></span>
            <span part="term"></span>
            <span part="apr"></span>
            <span part="down-payment"></span>
          </span>
          <span class="spoken"></span>
          <button part="details-button" aria-haspopup="dialog"></button>
        </span>
      `,
      root,
    );
    blank = root.firstElementChild!;
  }
  return blank.cloneNode(true) as Element;
}

/** Leaves a text that is the same as it is: it may be selected. */
function write(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
