/** A Lit element as one writes it first, which gathers its call by microtask. */
import { css, html, LitElement } from 'lit';
import { ask } from './line.js';

let waiting = [];

async function flush() {
  const elements = waiting;
  waiting = [];
  const lines = await ask(elements.map(({ dataset }) => Number(dataset.amount)));
  elements.forEach((element, index) => (element.line = lines[index]));
}

class EstimateElement extends LitElement {
  static properties = { line: {} };
  static styles = css`
    :host {
      display: block;
    }
  `;

  connectedCallback() {
    super.connectedCallback();
    if (waiting.push(this) === 1) queueMicrotask(flush);
  }

  render() {
    return html`<span>${this.line}</span>`;
  }
}
customElements.define('x-estimate', EstimateElement);
