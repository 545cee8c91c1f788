/**
 * A custom element without a library that shows our own line, with its nodes and its styles and nothing else: no
 * texts in two languages, no dialog, no states, no events, no settings. What it costs is the line's, not our code's.
 */
import { commonStyles, estimateStyles, offscreenStyles } from '../../../src/elements/styles.js';
import { ask } from './line.js';

const sheet = new CSSStyleSheet();
sheet.replaceSync(`${commonStyles}${estimateStyles}${offscreenStyles}`);

const template = document.createElement('template');
template.innerHTML =
  '<span class="line" dir="auto" lang="en"><span part="estimate" aria-hidden="true"><span part="payment"></span> ' +
  '<span part="term"></span> <span part="apr"></span> <span part="down-payment"></span></span> ' +
  '<span class="spoken"></span> ' +
  '<button part="details-button" aria-haspopup="dialog" aria-label="Financing details"></button></span>';

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
    const [estimate, spoken, button] = line.children;
    const parts = text.split(' · ');
    [...estimate.children].forEach((part, index) => (part.textContent = parts[index]));
    spoken.textContent = text;
    button.onclick = () => this.focus();
    root.append(line);
  }
}
customElements.define('x-estimate', EstimateElement);
