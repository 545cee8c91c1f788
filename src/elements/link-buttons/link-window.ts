/**
 * The window that a link will open in. Browsers open one only during the click, long before the link is created. So a
 * blank window is opened at once, cut off from this page, and sent to the link later. A shopper takes a window that is
 * blank for five seconds for broken, so it is then closed.
 */
export interface LinkWindow {
  /** The browser refused the window. */
  readonly isBlocked: boolean;
  /** Opens the link in the window; false if the window is gone. */
  go(url: string): boolean;
  close(): unknown;
}

const patience = 5_000;

/** Opens a blank window that says `text`; with `_self`, returns the current window. */
export function openLinkWindow(target: string | null | undefined, text: string): LinkWindow {
  const isNew = target !== '_self';
  let opened: Window | null = window;
  const close = () => isNew && opened?.close();
  const timer = setTimeout(close, patience);
  try {
    if (isNew) opened = window.open('', '_blank');
    // The web view of an app may have no other window, and return that of the page.
    if (isNew && (opened === window || opened === top)) opened = null;
    if (isNew && opened) {
      opened.opener = null;
      opened.document.title = text;
      opened.document.body.textContent = text;
    }
  } catch {
    // In a sandboxed frame, Firefox throws, or opens a window that this page may not access.
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
        // Sends no referrer. It is detached, so the page's router does not handle the click.
        const link = opened.document.createElement('a');
        link.href = url;
        link.rel = 'noreferrer';
        link.click();
        return true;
      } catch {
        return false; // the shopper has opened another site in the window
      }
    },
  };
}
