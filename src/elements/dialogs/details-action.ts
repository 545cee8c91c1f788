/** The next step in the details dialog, such as a `<prequal-button>`. */
import type { Text } from '../../words/script-text.js';
import type { OtherDelivery } from '../deliveries.js';
import type { DialogDependencies } from './dialog-frame.js';

const otherDeliveries: Readonly<Record<OtherDelivery, true>> = { sms: true, qr: true, copy: true };

/** Returns the text below the next step. It's about a window if the step is a link button that opens one, or contains one. */
export function noteOf(action: Element, text: Text): string {
  const elements: (Element & Partial<Record<'delivery' | 'target', unknown>>)[] = [
    action,
    ...action.querySelectorAll('*'),
  ];
  const opensWindow = elements.some(
    (each) =>
      'delivery' in each &&
      each.target !== '_self' &&
      !Object.hasOwn(otherDeliveries, String(each.delivery)),
  );
  return opensWindow ? text.opensApplication : text.checkFirst;
}

/**
 * Fills the link button of a dialog that was just opened, unless the page has styled the button: with a background behind the
 * page's own text color, the button could be illegible.
 */
export function fillAction(root: ParentNode): void {
  const slot = root.querySelector<HTMLSlotElement>('slot[name=action]');
  const dialog = slot?.closest('dialog');
  if (!slot || !dialog) return;
  const elements = slot.assignedElements().flatMap((each) => [each, ...each.querySelectorAll('*')]);
  const buttons = elements.flatMap((each) => each.shadowRoot?.querySelector('[part=button]') ?? []);
  const isFilled = buttons.length > 0 && buttons.every((button) => isPlain(button, dialog));
  slot.parentElement!.classList.toggle('filled', isFilled);
}

/** True if the page has styled neither the background of a dialog nor a button in it. */
export function isPlain(button: Element, dialog: Element): boolean {
  const { color, backgroundImage } = getComputedStyle(dialog);
  const style = getComputedStyle(button);
  const hasBackground =
    style.backgroundImage !== 'none' || style.backgroundColor !== 'rgba(0, 0, 0, 0)';
  const hasColor = style.color !== color || style.borderTopColor !== color;
  return backgroundImage === 'none' && !hasBackground && !hasColor;
}

/**
 * Returns the styles of the next step. The button stays in view, above the end of the window or below the head of the dialog.
 * If the window is lower than 18em, the button would cover the text. `top` and `bottom` are then so far outside of the window
 * that the button isn't moved.
 */
export function actionStyles(css: DialogDependencies['css']) {
  return css`
    .action {
      position: sticky;
      z-index: 1;
      top: min(var(--head), (100dvh - 18em) * 999);
      bottom: min(0px, (100dvh - 18em) * 999);
      padding-block: 1.25em 0.5em;
      background: inherit;
    }
    .filled {
      --financing-button-background: var(--financing-dialog-color, CanvasText);
      --financing-button-color: var(--financing-dialog-background, Canvas);
      --financing-button-border-color: transparent;
    }
    ::slotted([slot='action']) {
      width: 100%;
    }
    .note {
      text-align: center;
    }
  `;
}
