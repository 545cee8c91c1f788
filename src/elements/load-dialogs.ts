import { css, html, nothing } from 'lit';
import type { Dialogs } from './dialogs.js';
import { money, percent, shortMoney } from '../words/format.js';
import { fill } from '../words/text.js';
import { addDialogTexts } from './text.js';

/** The dialogs, once they are loaded. */
export let dialogs: Dialogs | undefined;

let loading: Promise<Dialogs> | undefined;

/** Loads the dialogs, once. After a failure, the next call asks again; Firefox answers it as before, until the page is left. */
export function loadDialogs(): Promise<Dialogs> {
  loading ??= import('./dialogs.js').then(
    ({ createDialogs, dialogTexts }) => {
      addDialogTexts(dialogTexts);
      return (dialogs = createDialogs({ css, html, nothing, fill, money, percent, shortMoney }));
    },
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

/** Loads the dialogs before the click that needs them. A failure is reported at the click. */
export function preloadDialogs(): void {
  loadDialogs().catch(() => {});
}
