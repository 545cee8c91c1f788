import { css, html } from 'lit';
import { linkClientParts } from '../../client/link-client-parts.js';
import { warn } from '../../page/console-warnings.js';
import { failedFile } from '../../page/failed-file.js';
import { pageContext } from '../../page/page-client.js';
import { FinancingLinkEvent, FinancingStatusEvent } from '../events.js';
import { loadDialogsFor } from '../lazy-dialogs.js';
import { loadOnce } from '../load-once.js';
import { addTexts, lateTexts } from '../element-text.js';
import type { AfterClick } from './after-click/after-click.js';

/** The part of the buttons that runs after a click. Undefined until it's loaded. */
export let afterClick: AfterClick | undefined;

/** Loads the part that runs after a click. */
export const loadAfterClick: () => Promise<AfterClick> = loadOnce(async () => {
  const { createAfterClick, linkTexts } = await import('./after-click/after-click.js');
  addTexts(linkTexts, loadAfterClick);
  return (afterClick = createAfterClick({
    loadDialogsFor,
    FinancingLinkEvent,
    FinancingStatusEvent,
    css,
    html,
    ...linkClientParts,
    warn,
    failedFile,
    pageContext,
  }));
});

lateTexts.add(loadAfterClick);

/** Loads that part before the first click. A failure is reported at the click. */
export function preloadAfterClick(): void {
  loadAfterClick().catch(() => {});
}

/** Loads that part after the page has loaded, so that it doesn't delay the first paint. */
export function preloadAfterClickLater(): void {
  if (document.readyState === 'complete') preloadAfterClick();
  else addEventListener('load', preloadAfterClick, { once: true });
}
