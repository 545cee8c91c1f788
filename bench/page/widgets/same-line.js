/**
 * A custom element without a library that shows our own line, with its nodes and its styles and nothing else: no
 * texts in two languages, no dialog, no states, no events, no settings. What it costs is the line's, not our code's.
 */
import { estimateStyles } from '../../../src/elements/financing-estimate/estimate-styles.js';
import { commonStyles } from '../../../src/elements/element.js';
import { ask } from './line.js';

const sheet = new CSSStyleSheet();
sheet.replaceSync(`${commonStyles}${estimateStyles}`);

const template = document.createElement('template');
template.innerHTML =
  '<div class="container"><span part="estimate" lang="en" dir="auto"><span part="payment" aria-hidden="true"></span> ' +
  '<span part="terms" aria-hidden="true"><span part="term"></span> <span part="apr"></span> ' +
  '<span part="down-payment"></span></span><span class="spoken"></span>' +
  '<button part="details-button" aria-label="Financing details" aria-haspopup="dialog"><svg viewBox="0 0 16 16" ' +
  'aria-hidden="true"><path d="M8 .75a7.25 7.25 0 1 0 0 14.5a7.25 7.25 0 0 0 0-14.5M8 7.25v4.25M8 4.5v.01"/></svg>' +
  '</button></span></div>';

let waiting = [];

async function flush() {
  const elements = waiting;
  waiting = [];
  const lines = await ask(elements.map(({ dataset }) => Number(dataset.amount)));
  elements.forEach((element, index) => element.show(lines[index]));
}

class EstimateElement extends HTMLElement {
  connectedCallback() {
    if (waiting.push(this) === 1) setTimeout(flush);
  }

  show(text) {
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    const line = template.content.firstElementChild.cloneNode(true);
    const [payment, terms, spoken, button] = line.firstElementChild.children;
    const [first, ...others] = text.split(' · ');
    payment.textContent = first;
    [...terms.children].forEach((part, index) => (part.textContent = others[index]));
    spoken.textContent = text;
    button.onclick = () => this.focus();
    button.ariaLabel = `Financing details: ${first}`;
    root.append(line);
  }
}
customElements.define('x-estimate', EstimateElement);
