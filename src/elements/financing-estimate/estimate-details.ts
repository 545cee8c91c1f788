import { html, type TemplateResult } from 'lit';
import { closeDialog, keepFromLink } from '../dialog.js';
import type { CreditTerms } from './credit-terms.js';
import { breakdownOf } from './estimate-words.js';
import type { Text } from '../text.js';

/** The dialog with the details of an estimate. `dollars` is the purchase amount. */
export function renderDetails(
  text: Text,
  language: string,
  terms: CreditTerms,
  dollars: number,
  onClose: () => void,
): TemplateResult {
  return html`
    <dialog
      part="dialog"
      lang=${language}
      dir="auto"
      aria-labelledby="title"
      closedby="any"
      @close=${onClose}
      @click=${keepFromLink}
    >
      <h2 id="title" part="dialog-title" tabindex="-1">${text.details}</h2>
      <dl part="breakdown">
        ${breakdownOf(text, terms, dollars).map(
          ([name, value]) =>
            value &&
            html`<div>
              <dt>${name}</dt>
              <dd translate="no">${value}</dd>
            </div>`,
        )}
      </dl>
      <div part="disclosure"><slot name="disclosure">${text.disclosure}</slot></div>
      <button part="dialog-close" @click=${closeDialog}>${text.close}</button>
    </dialog>
  `;
}
