/**
 * Returns the parent of a node, or the host of a shadow root. Undefined for a document: `document.host` may be an element
 * with that name.
 */
export function parentOf(node: Node): ParentNode | undefined {
  const isElementOrText = node.nodeType === 1 || node.nodeType === 3; // Node.ELEMENT_NODE, Node.TEXT_NODE
  if (!isElementOrText && 'documentElement' in node) return undefined;
  return node.parentNode ?? (node as Partial<ShadowRoot>).host;
}
