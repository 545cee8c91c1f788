import type { TemplateResult } from 'lit';
import type { Text } from '../../words/script-text.js';
import { isPlain } from './details-action.js';
import {
  closeDialog,
  ignoreForLinks,
  openDialog,
  renderCross,
  stopPropagation,
  type DialogDependencies,
} from './dialog-frame.js';
import { formatPhone } from './format-phone.js';

/** The content of the form that asks for a phone number. */
export interface PhoneForm {
  readonly text: Text;
  readonly language: string;
  readonly isBusy: boolean;
  /** True if the number can't receive text messages. */
  readonly isInvalid: boolean;
  readonly spinner: TemplateResult;
  /** The message about the last attempt. */
  readonly message: unknown;
  /** The number that the page set, if any. */
  readonly knownPhone: unknown;
  /** Sends the link as a text message. Resolves with true if the number can't receive it. */
  onSubmit(phone: string): Promise<boolean>;
  onClose(): void;
}

/**
 * Renders the form. A click next to the dialog doesn't close it, because only the field holds the number, which would be lost.
 */
export function renderPhoneForm(
  { html, nothing }: DialogDependencies,
  form: PhoneForm,
): TemplateResult {
  const { text, language, isBusy, isInvalid, spinner, message, onClose } = form;
  return html`
    <dialog
      part="phone-dialog"
      lang=${language}
      dir="auto"
      aria-labelledby="phone-title"
      aria-describedby="intro"
      @close=${onClose}
      @click=${ignoreForLinks}
      @beforeinput=${stopPropagation}
      @input=${stopPropagation}
      @keydown=${stopPropagation}
      @keypress=${stopPropagation}
      @keyup=${stopPropagation}
    >
      <div class="head">
        <h2 id="phone-title" part="phone-title">${text.phoneTitle}</h2>
        <button type="button" part="phone-close" aria-label=${text.close} @click=${closeDialog}>
          ${renderCross(html)}
        </button>
      </div>
      <form
        class="body"
        part="phone-form"
        @submit=${(submit: Event) => void submitPhone(submit, form)}
      >
        <p id="intro" part="phone-intro">${text.phoneIntro}</p>
        <label for="phone" part="phone-label">${text.phoneNumber}</label>
        <div id="hint" part="phone-hint">${text.phoneHint}</div>
        <input
          id="phone"
          part="phone-input"
          type="tel"
          inputmode="tel"
          autocomplete="tel"
          required
          aria-invalid=${isInvalid}
          aria-describedby="told hint consent"
          @input=${formatTyped}
        />
        <div id="told" part="phone-error" role="status">${message}</div>
        <div id="consent" part="phone-consent"><slot name="consent">${text.consent}</slot></div>
        <div class="actions">
          <button part="phone-submit" aria-disabled=${isBusy || nothing}>
            <span class="send">${isBusy ? spinner : nothing}${text.send}</span>
          </button>
          <button type="button" part="phone-cancel" @click=${closeDialog}>${text.cancel}</button>
        </div>
      </form>
    </dialog>
  `;
}

export function phoneFormStyles(css: DialogDependencies['css']) {
  return css`
    [part='phone-intro'] {
      margin: 0;
    }
    label {
      display: block;
      margin-block-start: 1em;
      font-weight: 600;
    }
    [part='phone-hint'] {
      margin-block-end: 0.375em;
      color: color-mix(in srgb, currentColor 80%, transparent);
      font-size: 0.875em;
    }
    [part='phone-input'] {
      box-sizing: border-box;
      width: 100%;
      min-height: 44px;
      padding: 0.5em 0.75em;
      border: 1px solid;
      border-radius: 0.375em;
      background: none;
      color: inherit;
      font: inherit;
    }
    [aria-invalid='true'] {
      border-color: color-mix(in srgb, currentColor 40%, #d00);
      box-shadow: 0 0 0 1px color-mix(in srgb, currentColor 40%, #d00);
    }
    #told:not(:empty) {
      position: relative;
      margin-block-start: 0.5em;
      padding-inline-start: 1em;
      color: color-mix(in srgb, currentColor 40%, #d00);
    }
    #told:not(:empty)::before {
      content: '!' / '';
      position: absolute;
      inset-inline-start: 0;
      font-weight: 700;
    }
    #consent {
      margin-block: 0.85em 1.15em;
      font-size: 0.875em;
    }
    .actions {
      display: flex;
      flex-wrap: wrap;
      gap: 0.5em;
    }
    [part='phone-submit'] {
      padding-inline: 2.25em; /* room for the spinner */
      font-weight: 600;
    }
    .send {
      position: relative;
    }
    .send [part='spinner'] {
      position: absolute;
      inset-block: 0;
      inset-inline-end: calc(100% + 0.5em);
      margin-block: auto;
    }
    @media (width < 30rem) {
      .actions > * {
        flex: 1 0 100%;
      }
    }
    [part='phone-cancel'] {
      border-color: transparent;
      background: none;
      color: inherit;
      text-decoration: underline;
    }
  `;
}

/** Submits are ignored for this long after the phone form opens, in ms. */
const doubleTapDuration = 500;
let phoneFormOpenedAt = 0;

/** Opens the phone form of a shadow tree with a number in its field. */
export function openPhoneForm(root: ParentNode, phone: unknown): void {
  // Another shopper may have typed the previous number.
  const input = root.querySelector('input');
  if (input) input.value = formatPhone(String(phone ?? '').trim());
  openDialog(root);
  input?.focus(); // by default, the dialog focuses its close button
  fillSubmit(root);
  phoneFormOpenedAt = performance.now();
}

/** Fills the button that sends the form, unless the page has styled it. */
function fillSubmit(root: ParentNode): void {
  const submit = root.querySelector('[part=phone-submit]')!;
  const isFilled = isPlain(submit, submit.closest('dialog')!);
  submit.parentElement!.classList.toggle('filled', isFilled);
}

/** Formats a number when its last digit is typed. Text that is edited in the middle, or deleted, stays as it is. */
function formatTyped(typed: Event): void {
  const input = typed.currentTarget as HTMLInputElement;
  const isDeletion = (typed as Partial<InputEvent>).inputType?.startsWith('delete');
  if (isDeletion || input.selectionEnd !== input.value.length) return;
  const formatted = formatPhone(input.value);
  if (formatted !== input.value) input.value = formatted;
}

async function submitPhone(submit: Event, { knownPhone, onSubmit }: PhoneForm): Promise<void> {
  submit.preventDefault();
  const input = (submit.currentTarget as Element).querySelector('input')!;
  const phone = input.value.trim();
  // Otherwise, a double tap that opens the form would also submit the page's number before anyone can read the consent.
  const isDoubleTap = performance.now() < phoneFormOpenedAt + doubleTapDuration;
  if (isDoubleTap && phone === formatPhone(String(knownPhone).trim())) return;
  if (await onSubmit(phone)) input.focus();
}
