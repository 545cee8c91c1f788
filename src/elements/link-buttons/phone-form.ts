import { html, nothing, type TemplateResult } from 'lit';
import { closeDialog, keepFromLink } from '../dialog.js';
import type { Text } from '../text.js';

export interface PhoneForm {
  text: Text;
  language: string;
  isBusy: boolean;
  /** Whether the number cannot be texted. */
  isInvalid: boolean;
  /** The message about the last try. */
  message: TemplateResult | string | typeof nothing;
  onSubmit(submit: Event): void;
  onClose(): void;
}

/**
 * The dialog that asks for the phone number that gets the link. The number is stored only in the field, so a click beside
 * the dialog does not close it: the number would be lost.
 */
export function renderPhoneForm(form: PhoneForm): TemplateResult {
  const { text, language, isBusy, isInvalid, message, onSubmit, onClose } = form;
  return html`
    <dialog
      lang=${language}
      dir="auto"
      aria-labelledby="phone-title"
      @close=${onClose}
      @click=${keepFromLink}
      @beforeinput=${keep}
      @input=${keep}
      @keydown=${keep}
      @keypress=${keep}
      @keyup=${keep}
    >
      <form part="phone-form" @submit=${onSubmit}>
        <h2 id="phone-title" part="phone-title">${text.phoneTitle}</h2>
        <label for="phone">${text.phoneNumber}</label>
        <input
          id="phone"
          part="phone-input"
          type="tel"
          inputmode="tel"
          autocomplete="tel"
          required
          aria-invalid=${isInvalid || nothing}
          aria-describedby="told consent"
        />
        <div id="told" role="status">${message}</div>
        <div id="consent"><slot name="consent">${text.consent}</slot></div>
        <div class="actions">
          <button part="phone-submit" aria-disabled=${isBusy || nothing}>
            ${text.send} ${isBusy ? spinner : nothing}
          </button>
          <button type="button" part="phone-cancel" @click=${closeDialog}>${text.cancel}</button>
        </div>
      </form>
    </dialog>
  `;
}

/** Turns while a link is created. */
export const spinner = html`<span part="spinner"></span>`;

/** Keeps typed keys from the page's own form and shortcuts. */
function keep(typed: Event): void {
  typed.stopPropagation();
}
