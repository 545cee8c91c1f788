/**
 * The page's own price, for an element with `amount-from`. Of several that the selector matches it is the nearest:
 * the first one in the closest ancestor that has any, through shadow roots, up to the document. So each card of a
 * list has its own price.
 */

/** The element that `selector` finds, if any. Throws a `SyntaxError` for an invalid selector. */
export function findPrice(element: Element, selector: string): Element | undefined {
  for (let scope = parentOf(element); scope; scope = parentOf(scope)) {
    const price = scope.querySelector(selector);
    if (price) return price;
  }
  return undefined;
}

/**
 * The text of a price, else its `content` or `value`; undefined if all are empty. `ambiguous` if there is markup between
 * digits, which would be one number without it: `129<sup>99</sup>`.
 */
export function priceText(price: Element): string | undefined {
  if (/\d(?:<[^>]*>)+\d/.test(price.innerHTML)) return 'ambiguous';
  const { value } = price as Partial<HTMLInputElement>;
  const text = price.textContent.trim() || price.getAttribute('content') || value;
  return text ? String(text) : undefined;
}

function parentOf(node: Node): ParentNode | undefined {
  return node.parentNode ?? (node as Partial<ShadowRoot>).host;
}
