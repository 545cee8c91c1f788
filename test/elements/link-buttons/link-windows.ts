/** Stands in for `window.open()`, and keeps what it opened. */
export function createLinkWindows({ isBlocked = false } = {}) {
  const opened: FakeWindow[] = [];
  const original = window.open;
  window.open = () => {
    if (isBlocked) return null;
    opened.push(createWindow());
    return opened.at(-1) as unknown as Window;
  };
  return { opened, restore: () => void (window.open = original) };
}

export interface FakeWindow {
  opener: unknown;
  closed: boolean;
  document: Document;
  close(): void;
  /** Where it was sent on to, and how. */
  visited: { href: string; rel: string }[];
}

function createWindow(): FakeWindow {
  const visited: FakeWindow['visited'] = [];
  const inside = document.implementation.createHTMLDocument();
  const { createElement } = inside;
  inside.createElement = (tag: string) => {
    const link = createElement.call(inside, tag) as HTMLAnchorElement;
    link.click = () => void visited.push({ href: link.href, rel: link.rel });
    return link;
  };
  return {
    opener: window,
    closed: false,
    document: inside,
    close() {
      this.closed = true;
    },
    visited,
  };
}
