import { failedFile } from '../../page/failed-file.js';
import type { qrCode } from './qr-code.js';

/**
 * Where a link goes: a window, or the clipboard. Browsers give a page either only during the click, long before the link is
 * created.
 */
export interface LinkTarget {
  /** As the button had it at the click. */
  readonly delivery?: 'qr' | 'copy';
  /** The browser refused the window. */
  readonly isBlocked?: boolean;
  /** Takes the link there; false if that fails, as when the window is gone. */
  go(url: string): boolean | Promise<boolean>;
  close(): unknown;
}

/** How a link gets there that is not opened, by delivery. A text asks for the phone number first. */
export const targets = new Map<unknown, (() => LinkTarget) | undefined>([
  ['sms', undefined],
  ['qr', stayOnPage],
  ['copy', openClipboard],
]);

/** The link stays on the page, with its QR code. */
function stayOnPage(): LinkTarget {
  void loadQrCode();
  return { delivery: 'qr', go: () => false, close() {} };
}

/** Loads what encodes QR codes; undefined after a failure, which is reported: the link is then shown without a code. */
export function loadQrCode(): Promise<typeof qrCode | void> {
  return import('./qr-code.js').then(
    (loaded) => loaded.qrCode,
    (cause) => reportError(new Error(failedFile('qr'), { cause })),
  );
}

/** The clipboard, which a page may write to in a click, also with a text that comes later. */
function openClipboard(): LinkTarget {
  let resolve!: (text: Blob) => void;
  let reject!: () => void;
  const text = new Promise<Blob>((...settle) => ([resolve, reject] = settle));
  const isWritten = writeLater(text).then(
    () => true,
    () => false, // the page shows the link instead
  );
  text.catch(() => {}); // a browser that has refused looks at it no more
  return {
    delivery: 'copy',
    close: reject,
    go(url) {
      resolve(new Blob([url], { type: 'text/plain' }));
      return isWritten;
    },
  };
}

/** Rejects where the browser has no clipboard, as on a page without TLS, or takes no text that comes later. */
async function writeLater(text: Promise<Blob>): Promise<void> {
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]);
}

const patience = 5_000;

/**
 * Opens a blank window that says `text`, cut off from this page, which is sent to the link later; with `_self`, returns the
 * current window. A shopper takes a window that is blank for five seconds for broken, so it is then closed.
 */
export function openLinkWindow(target: string | null | undefined, text: string): LinkTarget {
  const isNew = target !== '_self';
  let opened: Window | null = window;
  const close = () => isNew && opened?.close();
  const timer = setTimeout(close, patience);
  try {
    if (isNew) {
      opened = window.open('', '_blank');
      // The web view of an app may have no other window, and return that of the page.
      if (opened === window || opened === top) opened = null;
      if (opened) {
        opened.opener = null;
        opened.document.title = text;
        opened.document.body.textContent = text;
      }
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
        link.target = '_self'; // not where the page's <base> has links open
        link.click();
        return true;
      } catch {
        return false; // the shopper has opened another site in the window
      }
    },
  };
}
