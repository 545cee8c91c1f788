import { html, nothing, type TemplateResult } from 'lit';
import { closeDialog } from '../close-dialog.js';
import type { Text } from '../text.js';

export interface PhoneForm {
  text: Text;
  language: string;
  isBusy: boolean;
  /** The number is none that can be texted. */
  isInvalid: boolean;
  /** What is said of the last try. */
  message: TemplateResult | string | typeof nothing;
  onSubmit(submit: Event): void;
  onClose(): void;
}

/** The dialog that asks which phone the link is to be texted to. The number is nowhere but in its field. */
export function renderPhoneForm(form: PhoneForm): TemplateResult {
  const { text, language, isBusy, isInvalid, message, onSubmit, onClose } = form;
  return html`
    <dialog
      lang=${language}
      dir="auto"
      aria-labelledby="phone"
      closedby="any"
      @close=${onClose}
      @input=${keep}
      @keydown=${keep}
    >
      <form part="phone-form" @submit=${onSubmit}>
        <label>
          <span id="phone">${text.phoneNumber}</span>
          <input
            part="phone-input"
            type="tel"
            inputmode="tel"
            autocomplete="tel"
            required
            aria-invalid=${isInvalid || nothing}
            aria-describedby="told consent"
          />
        </label>
        <div id="told" role="status">${message}</div>
        <div id="consent"><slot name="consent">${text.consent}</slot></div>
        <button aria-disabled=${isBusy || nothing}>
          ${text.send} ${isBusy ? spinner : nothing}
        </button>
        <button type="button" @click=${closeDialog}>${text.close}</button>
      </form>
    </dialog>
  `;
}

/** Turns while a link is created. */
export const spinner = html`<span part="spinner"></span>`;

/** What is typed here is no input to the page's own form, and no shortcut of the page's. */
function keep(typed: Event): void {
  typed.stopPropagation();
}
