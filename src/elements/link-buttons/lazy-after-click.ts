import { css, html } from 'lit';
import { linkClientDependencies } from '../../client/link-client-dependencies.js';
import { warn } from '../../page/console-warnings.js';
import { failedFile } from '../../page/failed-file.js';
import { pageContext } from '../../page/page-client.js';
import { FinancingLinkEvent, FinancingStatusEvent } from '../events.js';
import { loadDialogsFor } from '../lazy-dialogs.js';
import { loadOnce } from '../load-once.js';
import { addTexts, lateTexts } from '../element-text.js';
import type { AfterClick } from './after-click/after-click.js';

/** The code of the buttons that runs after a click. Undefined until it's loaded. */
export let afterClick: AfterClick | undefined;

/** Loads the after-click code. */
export const loadAfterClick: () => Promise<AfterClick> = loadOnce(async () => {
  const { createAfterClick, linkTexts } = await import('./after-click/after-click.js');
  addTexts(linkTexts, loadAfterClick);
  return (afterClick = createAfterClick({
    loadDialogsFor,
    FinancingLinkEvent,
    FinancingStatusEvent,
    css,
    html,
    ...linkClientDependencies,
    warn,
    failedFile,
    pageContext,
  }));
});

lateTexts.add(loadAfterClick);

/** Loads the after-click code before the first click. A failure is reported at the click. */
export function preloadAfterClick(): void {
  loadAfterClick().catch(() => {});
}

/** Loads the after-click code after the page has loaded, so that it doesn't delay the first paint. */
export function preloadAfterClickLater(): void {
  if (document.readyState === 'complete') preloadAfterClick();
  else addEventListener('load', preloadAfterClick, { once: true });
}
