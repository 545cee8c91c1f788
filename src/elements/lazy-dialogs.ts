import { failedFile } from '../page/failed-file.js';
import { css, html, type LitElement, nothing } from 'lit';
import { valuesOf } from '../words/estimate-words.js';
import { money } from '../internal/dollars.js';
import { fill } from '../words/script-text.js';
import { toggleStyle } from './adopted-styles.js';
import { cardSizes } from './card-sizes.js';
import type { Dialogs } from './dialogs/dialogs.js';
import { loadOnce } from './load-once.js';
import { addTexts, lateTexts } from './element-text.js';

/** The dialogs. Undefined until they're loaded. */
export let dialogs: Dialogs | undefined;

/** Loads the dialogs. */
const loadDialogs: () => Promise<Dialogs> = loadOnce(async () => {
  const { createDialogs, dialogTexts } = await import('./dialogs/dialogs.js');
  addTexts(dialogTexts, loadDialogs);
  return (dialogs = createDialogs({
    css,
    html,
    nothing,
    fill,
    money,
    valuesOf,
    cardSizes,
  }));
});

lateTexts.add(loadDialogs);

/** Loads the dialogs before the click that needs them. A failure is reported at the click. */
export function preloadDialogs(): void {
  loadDialogs().catch(() => {});
}

/** Loads the dialogs and their styles for an element. Returns undefined after a failure, or if the element was removed. */
export async function loadDialogsFor(element: LitElement): Promise<Dialogs | undefined> {
  try {
    const loaded = await loadDialogs();
    if (!element.isConnected) return undefined;
    toggleStyle(element, loaded.styles, true);
    return loaded;
  } catch (cause) {
    reportError(new Error(failedFile('dialogs'), { cause }));
    return undefined;
  }
}
