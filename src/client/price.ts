/**
 * The price that stands on the page, for an element that follows it. Of several that the selector matches it is
 * the nearest: the first one in the closest ancestor that has any, through shadow roots, up to the document. So
 * each card of a list has its own price.
 * It does not know what an amount is.
 */

/**
 * The text of the price that `selector` matches, else its `content` or `value`; undefined where there is none, or
 * it is empty. A text that is sure to be no amount where the selector is none, or where digits of the text look
 * apart on the page but are one number without their markup: `129<sup>99</sup>`.
 */
export function priceOf(element: Element, selector: string): string | undefined {
  try {
    for (let scope = parentOf(element); scope; scope = parentOf(scope)) {
      const price = scope.querySelector(selector);
      if (price) return textOf(price);
    }
    return undefined;
  } catch {
    return 'no selector';
  }
}

function parentOf(node: Node): ParentNode | undefined {
  return node.parentNode ?? (node as Partial<ShadowRoot>).host;
}

function textOf(price: Element): string | undefined {
  if (/\d(?:<[^>]*>)+\d/.test(price.innerHTML)) return 'no number';
  const { value } = price as Partial<HTMLInputElement>;
  const text = price.textContent.trim() || price.getAttribute('content') || value;
  return text ? String(text) : undefined;
}
