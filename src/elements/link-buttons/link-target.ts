/**
 * The destination of a link, such as a window or the clipboard. Browsers let a page open a window or write to the clipboard
 * only during the click, long before the link is created.
 */
export interface LinkTarget {
  /** The button's `delivery` at the time of the click. */
  readonly delivery?: 'qr' | 'copy';
  /** True if the browser blocked the window. */
  readonly isBlocked?: boolean;
  /** Delivers the link. Returns false if that fails, for example because the window was closed. */
  go(url: string): boolean | Promise<boolean>;
  close(): unknown;
}

/**
 * Delivers a link without opening it, keyed by the `delivery` attribute. `sms` has no function, because the button asks for the
 * phone number first.
 */
export const targets = new Map<unknown, (() => LinkTarget) | undefined>([
  ['sms', undefined],
  ['qr', stayOnPage],
  ['copy', openClipboard],
]);

/** Keeps the link on the page, where it's shown with its QR code. */
function stayOnPage(): LinkTarget {
  return { delivery: 'qr', go: () => false, close() {} };
}

/** Copies the link to the clipboard. The write has to start during the click, so it gets a promise of the text. */
function openClipboard(): LinkTarget {
  let resolve!: (text: Blob) => void;
  let reject!: () => void;
  const text = new Promise<Blob>((...settle) => ([resolve, reject] = settle));
  const isWritten = writeLater(text).then(
    () => true,
    () => false, // the page shows the link instead
  );
  text.catch(() => {}); // a browser that rejected the write doesn't handle this promise
  return {
    delivery: 'copy',
    close: reject,
    go(url) {
      resolve(new Blob([url], { type: 'text/plain' }));
      return isWritten;
    },
  };
}

/** Rejects if there is no clipboard, as on a page without TLS, or if the browser doesn't accept a promise of the text. */
async function writeLater(text: Promise<Blob>): Promise<void> {
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]);
}

const patience = 5_000;

/**
 * Opens a window that shows `text` until it's sent to the link. The window has no `opener`, so it can't access this page. With
 * `_self`, returns the current window instead. If no link has arrived after five seconds, the new window is closed, because a
 * shopper would think that it's broken.
 */
export function openLinkWindow(target: string | null | undefined, text: string): LinkTarget {
  const isNew = target !== '_self';
  let opened: Window | null = window;
  const close = () => isNew && opened?.close();
  const timer = setTimeout(close, patience);
  try {
    if (isNew) {
      opened = window.open('', '_blank');
      // The web view of an app may have no other window and return the page's own.
      if (opened === window || opened === top) opened = null;
      if (opened) {
        opened.opener = null;
        opened.document.title = text;
        opened.document.body.textContent = text;
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
