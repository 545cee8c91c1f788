/**
 * The two dialogs: the details of an estimate, and the form that asks for a phone number. Loaded when one is first needed, as
 * a file of its own with its texts and styles. It imports nothing of the script at run time: beside `elements.<hash>.js`, that
 * would be a second lit. What it needs is handed to it; what only the dialogs need is in their file.
 */
import type { css, html, nothing, TemplateResult } from 'lit';
import { breakdownOf } from '../words/breakdown.js';
import type { DialogText } from '../words/dialog-text.js';
import type { CreditTerms } from '../words/estimate-words.js';
import type { money, percent, shortMoney } from '../words/format.js';
import type { fill, Text } from '../words/text.js';

export { dialogTexts } from '../words/dialog-text.js';

/** What the script hands to its dialogs. */
export interface Tools {
  readonly css: typeof css;
  readonly html: typeof html;
  readonly nothing: typeof nothing;
  readonly fill: typeof fill;
  readonly money: typeof money;
  readonly percent: typeof percent;
  readonly shortMoney: typeof shortMoney;
}

export interface Details {
  readonly text: DialogText & Text;
  readonly language: string;
  readonly terms: CreditTerms;
  readonly purchaseCents: number;
  /** The page's mark, which is in the line. */
  readonly mark: Element | null;
  /** Whether the page offers a next step. */
  readonly hasAction: boolean;
  onClose(): void;
}

export interface PhoneForm {
  readonly text: DialogText & Text;
  readonly language: string;
  readonly isBusy: boolean;
  /** Whether the number cannot be texted. */
  readonly isInvalid: boolean;
  readonly spinner: TemplateResult;
  /** The message about the last try. */
  readonly message: TemplateResult | string | typeof nothing;
  /** The number that the page set, if any. */
  readonly knownPhone: unknown;
  /** Texts the link. Resolves with true if the number can't be texted. */
  onSubmit(phone: string): Promise<boolean>;
  onClose(): void;
}

export type Dialogs = ReturnType<typeof createDialogs>;

/** Creates the dialogs of a page. */
export function createDialogs({ css, html, nothing, ...tools }: Tools) {
  const { fill, money, percent, shortMoney } = tools;

  const cross = html`<svg viewBox="0 0 16 16" aria-hidden="true">
    <path d="M3 3l10 10M13 3L3 13" />
  </svg>`;

  function details(given: Details): TemplateResult {
    const { text, language, terms, purchaseCents, mark, hasAction, onClose } = given;
    const { monthlyCents, downPaymentCents, apr, months } = terms;
    const values = {
      payment: money(monthlyCents),
      months: months ?? '',
      apr: percent(apr),
      downPayment: shortMoney(downPaymentCents),
    };
    const planWithTerm = months === 1 ? text.planOfOne : text.plan;
    const [before, amount, after] = text.monthly.split(/(\{payment\})/);
    const { rows, isLastPaymentOther } = breakdownOf(terms, purchaseCents);
    return html`
      <dialog
        part="dialog"
        lang=${language}
        dir="auto"
        aria-labelledby="title"
        closedby="closerequest"
        @close=${onClose}
        @click=${keepFromLink}
        @wheel=${keep}
        @mousedown=${keep}
        @pointerdown=${keep}
        @touchstart=${keep}
        @touchmove=${keep}
      >
        <div class="head">
          <h2 id="title" part="dialog-title" tabindex="-1">${text.details}</h2>
          <button part="dialog-close" aria-label=${text.close} @click=${closeDialog}>
            ${cross}
          </button>
        </div>
        <div class="body">
          ${mark?.cloneNode(true)}
          <p part="summary" translate="no">
            ${before}<strong>${fill(amount!, values)}</strong>${after}
            <span>${fill(months ? planWithTerm : text.planWithoutTerm, values)}</span>
          </p>
          <dl part="breakdown">
            ${rows.map(
              ({ name, cents }) =>
                html`<div part=${name.startsWith('total') ? 'row total' : 'row'}>
                  <dt part="row-name">${fill(text[name], values)}</dt>
                  <dd part="row-value" translate="no">${money(cents)}</dd>
                </div>`,
            )}
          </dl>
          ${hasAction ? html`<p>${text.checkFirst}</p>` : nothing}
          <slot name="action"></slot>
          <div part="disclosure">
            <slot name="disclosure">${text.disclosure}</slot>
            ${isLastPaymentOther ? text.lastPayment : nothing}
          </div>
        </div>
      </dialog>
    `;
  }

  // The number is stored only in the field, so a click beside the dialog does not close it: the number would be lost.
  function phoneForm(form: PhoneForm): TemplateResult {
    const { text, language, isBusy, isInvalid, spinner, message, onClose } = form;
    return html`
      <dialog
        part="phone-dialog"
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
        @wheel=${keep}
        @mousedown=${keep}
        @pointerdown=${keep}
        @touchstart=${keep}
        @touchmove=${keep}
      >
        <form
          class="body"
          part="phone-form"
          @submit=${(submit: Event) => void submitPhone(submit, form)}
        >
          <h2 id="phone-title" part="phone-title">${text.phoneTitle}</h2>
          <label for="phone" part="phone-label">${text.phoneNumber}</label>
          <input
            id="phone"
            part="phone-input"
            type="tel"
            inputmode="tel"
            autocomplete="tel"
            required
            aria-invalid=${isInvalid}
            aria-describedby="told consent"
          />
          <div id="told" part="phone-error" role="status">${message}</div>
          <div id="consent" part="phone-consent"><slot name="consent">${text.consent}</slot></div>
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

  // The sizes are in em: many themes make a rem of 10 px. `scroll-padding` is the height of the head, behind which a focused
  // link of a long small print could stand.
  const styles = css`
    dialog {
      box-sizing: border-box;
      width: min(28em, 100vw - 2em);
      max-width: 100%;
      max-height: calc(100dvh - 2em);
      padding: 0;
      border: 1px solid
        var(--financing-dialog-border-color, color-mix(in srgb, currentColor 14%, transparent));
      border-radius: var(--financing-dialog-radius, 0.75rem);
      box-shadow: 0 1em 3em rgb(0 0 0 / 0.25);
      background: var(--financing-dialog-background, Canvas);
      color: var(--financing-dialog-color, CanvasText);
      -webkit-text-fill-color: currentColor;
      pointer-events: auto;
      font-size: max(1rem, 16px);
      font-weight: 400;
      line-height: 1.5;
      text-align: start;
      text-indent: 0;
      white-space: normal;
      overflow-wrap: anywhere;
      overscroll-behavior: contain;
      scroll-padding-block-start: 4em;
    }
    dialog::backdrop {
      background: var(--financing-dialog-backdrop, rgb(0 0 0 / 0.5));
    }
    .head {
      position: sticky;
      z-index: 1;
      top: 0;
      display: flex;
      align-items: center;
      justify-content: space-between;
      gap: 1em;
      padding: 0.75em 0.75em 0.25em 1.5em;
      background: inherit;
    }
    .body {
      padding: 0.25em 1.5em 1.5em;
    }
    h2 {
      margin: 0;
      outline: 0;
      font-size: 1.125em;
      font-weight: 600;
      line-height: 1.3;
    }
    [part='dialog-close'] {
      cursor: pointer;
      flex: none;
      display: grid;
      place-items: center;
      width: 44px;
      height: 44px;
      padding: 0;
      border: 0;
      border-radius: 50%;
      background: none;
      color: inherit;
    }
    [part='dialog-close'] svg {
      width: 1.125em;
      fill: none;
      stroke: currentColor;
      stroke-width: 2;
    }
    [part='summary'],
    [part='breakdown'] {
      margin: 0 0 1.25em;
    }
    p {
      text-wrap: balance;
    }
    p span {
      display: block;
    }
    strong {
      font-size: max(1em, min(2em, 10vw));
      line-height: 1.25;
    }
    [part~='row'] {
      display: flex;
      flex-wrap: wrap;
      justify-content: space-between;
      gap: 0 1em;
      padding-block: 0.5em;
      border-block-start: 1px solid color-mix(in srgb, currentColor 14%, transparent);
    }
    [part~='total'] {
      font-weight: 600;
    }
    dd {
      margin-inline-start: auto;
      font-variant-numeric: tabular-nums;
    }
    ::slotted([slot='action']) {
      width: 100%;
    }
    [part='disclosure'] {
      margin-block-start: 1.4em;
      font-size: 0.875em;
    }
    form.body {
      padding-block-start: 1.25em;
    }
    label {
      display: block;
      margin-block: 1em 0.25em;
      font-weight: 600;
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
    :focus-visible {
      outline-width: 2px;
      outline-offset: 2px;
    }
    #told {
      color: color-mix(in srgb, currentColor 40%, #d00);
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
      font-weight: 600;
    }
    [part='phone-cancel'] {
      border-color: transparent;
      background: none;
      color: inherit;
      text-decoration: underline;
    }
    @media (width < 30rem) {
      dialog {
        width: 100%;
        margin-block-end: 0;
        border-width: 1px 0 0;
        border-end-start-radius: 0;
        border-end-end-radius: 0;
      }
    }
  `;

  return { details, phoneForm, styles, open: openDialog, openPhoneForm };
}

/**
 * Opens the dialog of a shadow tree. If the page hides it, it is closed: an invisible modal dialog would still block the
 * page.
 */
function openDialog(root: ParentNode): void {
  const dialog = root.querySelector('dialog');
  if (!dialog) return;
  dialog.showModal();
  // From now on a click beside the details closes them, but not the second one of a double click that opened them.
  if (dialog.hasAttribute('closedby'))
    setTimeout(() => dialog.setAttribute('closedby', 'any'), 500);
  const onKey = (typed: KeyboardEvent) => keepEscape(typed); // of this dialog: another may be closing still
  addEventListener('keydown', onKey, true);
  const observer = new ResizeObserver(() => {
    if (dialog.offsetWidth) return;
    dialog.close();
    observer.disconnect();
    removeEventListener('keydown', onKey, true);
  });
  observer.observe(dialog);
}

/** Submits are ignored for this long after the phone form opens, in ms. */
const doubleTapDuration = 500;
let phoneFormOpenedAt = 0;

/** Opens the phone form of a shadow tree with a number in its field. */
function openPhoneForm(root: ParentNode, phone: unknown): void {
  // Another shopper may have typed the previous number.
  const input = root.querySelector('input');
  if (input) input.value = String(phone ?? '');
  openDialog(root);
  phoneFormOpenedAt = performance.now();
}

async function submitPhone(submit: Event, { knownPhone, onSubmit }: PhoneForm): Promise<void> {
  submit.preventDefault();
  const input = (submit.currentTarget as Element).querySelector('input')!;
  const phone = input.value.trim();
  // Otherwise, a double tap that opens the form would also send a number that the page set, before its consent is read.
  const isDoubleTap = performance.now() < phoneFormOpenedAt + doubleTapDuration;
  if (isDoubleTap && phone === String(knownPhone).trim()) return;
  if (await onSubmit(phone)) input.focus();
}

/** Closes the dialog that the clicked button is in. */
function closeDialog(click: Event): void {
  click.preventDefault(); // for a link around the element
  (click.currentTarget as Element).closest('dialog')?.close();
}

/** What does something of its own on a click. */
const actions = 'a, button, label, select, summary, [type=checkbox], [type=radio]';

/** Keeps a click in a dialog from a link around the element, unless it is on something that needs the click. */
function keepFromLink(click: Event): void {
  const path = click.composedPath();
  const inside = path.slice(0, path.indexOf(click.currentTarget!)) as Partial<Element>[];
  if (!inside.some((node) => node.matches?.(actions))) click.preventDefault();
}

/**
 * Keeps what is typed from the page's own form and shortcuts, what scrolls a dialog from a page that smooths or locks its
 * own scrolling, which would cancel that, and what drags from a carousel around the element, which would go on to another slide.
 */
function keep(event: Event): void {
  event.stopPropagation();
}

/**
 * Keeps the key that closes a dialog from what the page has opened around the element, such as a quick view: those of some
 * frameworks listen at the document, before what they hold. The key comes up where the page would hear it.
 */
function keepEscape(typed: KeyboardEvent): void {
  if (typed.key !== 'Escape') return;
  keep(typed);
  addEventListener('keyup', keep, { capture: true, once: true });
}
