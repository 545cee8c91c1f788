import { parentOf, shadowHostOf } from './tree.js';

/**
 * The page's own price, for an element with `amount-from`. Of several that the selector matches it is the nearest:
 * that in the closest ancestor that has any, through shadow roots, up to the document. So each card of a
 * list has its own price.
 */

/** The element that `selector` finds, if any. Throws a `SyntaxError` for an invalid selector. */
export function findPrice(element: Element, selector: string): Element | undefined {
  const before = places.get(element);
  for (let scope = parentOf(element); scope; scope = parentOf(scope)) {
    const prices = [...scope.querySelectorAll(selector)];
    if (prices[0]) {
      const price = currentPrice(prices, scope, before?.price);
      if (price) places.set(element, { selector, scope, price });
      return price;
    }
    if (before?.scope === scope && before.selector === selector)
      return before.price.isConnected && before.price.matches(selector) ? before.price : undefined;
  }
  return undefined;
}

/**
 * Of the prices in a scope, the first one that is visible, as a card may hold those of all its variants, and that is not
 * crossed out, as the old price of a sale is. Where none is visible, as with a `<meta>` or in a closed quick view, the first
 * one that is not crossed out.
 */
function currentPrice(
  prices: readonly Element[],
  scope: ParentNode,
  before: Element | undefined,
): Element | undefined {
  const [first] = prices;
  // The browser may have to compute styles to know more of a single one. If there was another before, that may be drawn anew.
  if (!prices[1] && (!before || before === first))
    return first && wholeTextOf(first).closest(crossingTags) ? undefined : first;
  const visible = prices.filter((each) => each.checkVisibility({ visibilityProperty: true }));
  return (visible[0] ? visible : prices).find((each) => !isCrossedOut(each, scope));
}

const crossingTags = 'del, s';

/** Whether an element follows a value, as that of a field, which changes without a change of the page. */
export function followsValue(element: Element): boolean {
  const price = places.get(element)?.price;
  return price !== undefined && 'value' in price && !price.textContent.trim();
}

/**
 * Where an element has found its price last. While a framework draws that anew, or once it says "Sold out", a price further
 * away is that of another product. A theme may move the price itself, as on a narrow screen.
 */
const places = new WeakMap<
  Element,
  {
    readonly selector: string;
    readonly scope: ParentNode;
    readonly price: Element;
  }
>();

/**
 * By its tag, however a theme draws it, or by a style sheet: a line goes through all that is inside, except for inline-blocks
 * (CSS Text Decoration, section 2), by which a theme takes the line from a price.
 */
function isCrossedOut(price: Element, scope: ParentNode): boolean {
  const whole = wholeTextOf(price);
  if (whole.closest(crossingTags)) return true;
  let from: Element | null | undefined = whole;
  while (from && from !== scope) {
    const { textDecorationLine, display } = getComputedStyle(from);
    if (textDecorationLine.includes('line-through')) return true;
    if (display.startsWith('inline-')) return false;
    // A price in a slot is drawn in the tree of the component.
    from = from.assignedSlot ?? from.parentElement ?? shadowHostOf(from);
  }
  return false;
}

/** The innermost element with the whole text of a price: a theme may cross out that one, as in `<p class="price"><s>$1,499</s></p>`. */
function wholeTextOf(price: Element): Element {
  const text = price.textContent.trim();
  const inside = [...price.children].find(({ textContent }) => textContent.trim() === text);
  return text && inside ? wholeTextOf(inside) : price;
}

/**
 * The text of a price, else its `content` or `value`; undefined if all are empty. `ambiguous` if there is markup between
 * digits, which would be one number without it: `129<sup>99</sup>`.
 */
export function priceText(price: Element): string | undefined {
  // Each pattern reads a text once, also one of many `<` without a `>`.
  if (/\d\0+\d/.test(price.innerHTML.replace(/<[^>]*>?/g, '\0'))) return 'ambiguous';
  const { value } = price as Partial<HTMLInputElement>;
  const text = price.textContent.trim() || price.getAttribute('content') || value;
  return text ? String(text) : undefined;
}
