/**
 * The destination of a link, such as a window or the clipboard. It's opened long before the link is created, because browsers let
 * a page open a window only during the click, and write to the clipboard only during the click or shortly after it.
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

/** Returns the destination of a link that isn't opened. A texted link has none. */
export function openTarget(delivery: string | null | undefined): LinkTarget | undefined {
  if (delivery === 'qr') return stayOnPage();
  return delivery === 'copy' ? openClipboard() : undefined;
}

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
