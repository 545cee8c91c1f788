/** The parent of a node, or the host of a shadow root. A document has neither, but what a page has named `host`. */
export function parentOf(node: Node): ParentNode | undefined {
  if (node instanceof Document) return undefined;
  return node.parentNode ?? (node as Partial<ShadowRoot>).host;
}

/** The host of the shadow root that an element is in, if any. */
export function shadowHostOf(element: Element): Element | undefined {
  return parentOf(element.getRootNode()) as Element | undefined;
}
