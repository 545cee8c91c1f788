/** The code of both dialogs: the frame's styles, how a dialog opens and closes, and which events stay inside. */
import type { css, html, nothing, TemplateResult } from 'lit';
import type { money } from '../../internal/dollars.js';
import type { valuesOf } from '../../words/estimate-words.js';
import type { fill } from '../../words/script-text.js';

/** The functions that the dialogs get from the script. */
export interface DialogDependencies {
  readonly css: typeof css;
  readonly html: typeof html;
  readonly nothing: typeof nothing;
  readonly fill: typeof fill;
  readonly money: typeof money;
  readonly valuesOf: typeof valuesOf;
}

/**
 * Returns the styles of both dialogs. Sizes are in em, because many themes set a rem of 10 px. `scroll-padding` is the height of
 * the head, which would otherwise cover a focused link in a long disclosure. On phones, a transparent border
 * keeps the content above the home indicator, because a border doesn't scroll.
 */
export function dialogStyles(css: DialogDependencies['css']) {
  return css`
    dialog {
      box-sizing: border-box;
      width: min(28em, 100vw - 2em);
      max-width: calc(100% - env(safe-area-inset-left, 0px) - env(safe-area-inset-right, 0px));
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
      scroll-padding-block-start: 5em;
    }
    dialog::backdrop {
      background: var(--financing-dialog-backdrop, rgb(0 0 0 / 0.5));
    }
    .body {
      padding: 0.25em max(1em, min(1.5em, 5vw)) 1.5em;
      background: inherit;
    }
    h2 {
      margin: 0;
      outline: 0;
      font-size: 1.125em;
      font-weight: 600;
      line-height: 1.3;
    }
    :focus-visible {
      outline-width: 2px;
      outline-offset: 2px;
    }
    @media (width < 30rem) {
      dialog {
        width: 100%;
        margin-block-end: 0;
        border-width: 1px 0 0;
        border-block-end: env(safe-area-inset-bottom, 0px) solid transparent;
        border-end-start-radius: 0;
        border-end-end-radius: 0;
      }
    }
    @media (width < 30rem) and (height >= 20rem) and (prefers-reduced-motion: no-preference) {
      dialog[open] {
        animation: rise 250ms ease-out;
      }
      dialog::backdrop {
        animation: appear 250ms;
      }
      @keyframes rise {
        from {
          translate: 0 100%;
        }
      }
      @keyframes appear {
        from {
          opacity: 0;
        }
      }
    }
  `;
}

/**
 * Returns the styles of a printed dialog: all of it, on as many pages as it needs. Browsers print no backgrounds by default. The
 * text of the page would then be printed over the dialog's.
 */
export function printStyles(css: DialogDependencies['css']) {
  return css`
    @media print {
      dialog {
        position: absolute;
        inset-block-end: auto;
        max-height: none;
        margin-block: 0;
        overflow: visible;
        box-shadow: none;
      }
      dialog,
      dialog::backdrop {
        -webkit-print-color-adjust: exact;
        print-color-adjust: exact;
      }
      dialog::backdrop {
        background: Canvas;
      }
      .head,
      .action {
        position: static;
      }
    }
  `;
}

/** Opens the dialog of a shadow tree. Closes it if the page hides it, because an invisible modal dialog blocks the page. */
export function openDialog(root: ParentNode): void {
  const dialog = root.querySelector('dialog');
  if (!dialog) return;
  for (const type of moves) dialog.addEventListener(type, stopPropagation, { passive: true });
  dialog.showModal();
  // A click next to the details closes them, but not the second click of the double click that opened them.
  if (dialog.hasAttribute('closedby'))
    setTimeout(() => dialog.setAttribute('closedby', 'any'), 500);
  // A listener for each opening, because another dialog may still be closing.
  const onKey = (typed: KeyboardEvent) => stopEscape(typed);
  addEventListener('keydown', onKey, true);
  const observer = new ResizeObserver(() => {
    if (dialog.offsetWidth) return;
    dialog.close();
    observer.disconnect();
    removeEventListener('keydown', onKey, true);
  });
  observer.observe(dialog);
}

/** Renders the sign of the button that closes a dialog. */
export function renderCross(tag: DialogDependencies['html']): TemplateResult {
  return tag`<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M3 3l10 10M13 3L3 13" /></svg>`;
}

/** Closes the dialog that contains the clicked button. */
export function closeDialog(click: Event): void {
  click.preventDefault(); // the element may be inside a link
  (click.currentTarget as Element).closest('dialog')?.close();
}

/** Elements that do something on a click. */
const interactive = 'a, button, label, select, summary, [type=checkbox], [type=radio]';

/** Prevents a click in a dialog from following a link around the element, unless the click is on an interactive element. */
export function ignoreForLinks(click: Event): void {
  const path = click.composedPath();
  const inside = path.slice(0, path.indexOf(click.currentTarget!)) as Partial<Element>[];
  if (!inside.some((node) => node.matches?.(interactive))) click.preventDefault();
}

/** The events of scrolling and dragging, which stay in both dialogs. Those of typing stay in the form. */
const moves = ['wheel', 'mousedown', 'pointerdown', 'touchstart', 'touchmove'];

/**
 * Keeps an event inside the dialog. Typing must not reach the page's own form or shortcuts. Scrolling must not reach a page that
 * smooths or locks its scrolling, because it would cancel the event. Dragging must not move a carousel around the element.
 */
export function stopPropagation(event: Event): void {
  event.stopPropagation();
}

/**
 * Keeps the Escape key that closes a dialog from closing something around the element, such as a quick view. Some frameworks
 * listen at the document during capture, so this listens at the window, for the keyup too.
 */
function stopEscape(typed: KeyboardEvent): void {
  if (typed.key !== 'Escape') return;
  stopPropagation(typed);
  addEventListener('keyup', stopPropagation, { capture: true, once: true });
}
