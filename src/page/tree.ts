import { NativeDocument } from '../internal/natives.js';

/** Returns the host of the shadow root that an element is in, if any. */
export function shadowHostOf(element: Element): Element | undefined {
  const root = element.getRootNode();
  // `document.host` may be an element with that name.
  return 'documentElement' in root ? undefined : (root as Partial<ShadowRoot>).host;
}

/** Returns the matches in the page. `document.querySelectorAll` may be a form or an image with that name. */
export function queryPage(selector: string): NodeListOf<Element> {
  return NativeDocument.prototype.querySelectorAll.call(document, selector);
}
