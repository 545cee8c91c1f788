import type { LinkTarget } from './after-click/link-target.js';

const blankWindowTimeout = 5_000;

/**
 * Opens a window that shows `text` until it's sent to the link. The window has no `opener`, so it can't access this page. With
 * `_self`, returns the current window instead. If no link has arrived after five seconds, the new window is closed, because a
 * shopper would think that it's broken.
 */
export function openLinkWindow(target: string | null | undefined, text: string): LinkTarget {
  const isNew = target !== '_self';
  let opened: Window | null = window;
  const close = () => isNew && opened?.close();
  const timer = setTimeout(close, blankWindowTimeout);
  try {
    if (isNew) {
      opened = window.open('', '_blank');
      // The web view of an app may have no other window and return the page's own. An ad blocker may return a hidden frame, or
      // an object without the methods of a window.
      if (opened && opened !== top && opened.top === opened) {
        opened.opener = null;
        opened.document.title = text;
        opened.document.body.textContent = text;
      } else {
        opened = null;
      }
    }
  } catch {
    // In a sandboxed frame, Firefox throws, or opens a window that this page can't access.
    if (opened !== window) close();
    opened = null;
  }
  return {
    isBlocked: !opened,
    close,
    go(url) {
      clearTimeout(timer);
      if (!opened || opened.closed) return false;
      try {
        // Sends no referrer. The link isn't in the document, so the page's router doesn't handle the click.
        const link = opened.document.createElement('a');
        link.href = url;
        link.rel = 'noreferrer';
        link.target = '_self'; // overrides the target of the page's <base>
        link.click();
        return true;
      } catch {
        return false; // the shopper has opened another site in the window
      }
    },
  };
}
