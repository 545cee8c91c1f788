/**
 * The window that a link will open in. Browsers allow one in the click itself only, long before the link is
 * there: so a blank one is opened at once, cut off from this page, and sent on later. A shopper who looks at a
 * blank window for five seconds takes it for broken, so it is then closed.
 * It does not know how the link is made, nor what is shown in place of a window.
 */
export interface LinkWindow {
  /** The browser refused the window. */
  readonly isBlocked: boolean;
  /** Sends the shopper on; false if the window is not there any more. */
  go(url: string): boolean;
  close(): unknown;
}

const patience = 5_000;

/** Opens a blank window that says `text`; with the target `_self`, stands for this window. */
export function openLinkWindow(target: string | null | undefined, text: string): LinkWindow {
  const isNew = target !== '_self';
  let opened: Window | null = window;
  const close = () => isNew && opened?.close();
  const timer = setTimeout(close, patience);
  try {
    if (isNew) opened = window.open('', '_blank');
    if (isNew && opened) {
      opened.opener = null;
      opened.document.title = text;
      opened.document.body.textContent = text;
    }
  } catch {
    // In a sandboxed frame, Firefox throws, or a window opens that its opener may not look into.
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
        // A link that tells no referrer. It is in no tree, so that no router of the page hears of the click.
        const link = opened.document.createElement('a');
        link.href = url;
        link.rel = 'noreferrer';
        link.click();
        return true;
      } catch {
        return false; // the shopper has taken the window somewhere else
      }
    },
  };
}
