import { css, html } from 'lit';
import { linkClientParts } from '../../client/link-client-parts.js';
import { explain } from '../../page/advice.js';
import { failedFile } from '../../page/failed-file.js';
import { pageContext } from '../../page/page-client.js';
import { FinancingLinkEvent, FinancingStatusEvent } from '../events.js';
import { loadDialogsFor } from '../lazy-dialogs.js';
import { loadOnce } from '../load-once.js';
import { addTexts, lateTexts } from '../element-text.js';
import type { Links } from './link-creation.js';

/** The part of the buttons that runs after a click. Undefined until it's loaded. */
export let links: Links | undefined;

/** Loads the part that runs after a click. */
export const loadLinks: () => Promise<Links> = loadOnce(async () => {
  const { createLinks, linkTexts } = await import('./link-creation.js');
  addTexts(linkTexts, loadLinks);
  return (links = createLinks({
    ...linkClientParts,
    css,
    html,
    explain,
    failedFile,
    pageContext,
    FinancingLinkEvent,
    FinancingStatusEvent,
    loadDialogsFor,
  }));
});

lateTexts.add(loadLinks);

/** Loads that part before the first click. A failure is reported at the click. */
export function preloadLinks(): void {
  loadLinks().catch(() => {});
}

/** Loads that part after the page has loaded, so that it doesn't delay the first paint. */
export function preloadLinksLater(): void {
  if (document.readyState === 'complete') preloadLinks();
  else addEventListener('load', preloadLinks, { once: true });
}
