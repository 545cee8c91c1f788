import { parentOf } from './node-parent.js';

/** The price that an element follows, as it was last read. */
export interface PriceReading {
  /** Undefined if no element is a price. */
  readonly price?: Element | undefined;
  /** The texts of the price. Empty if there is no price, or if it has no text. */
  readonly texts: readonly string[];
}

/** Reads the price that an element follows. Returns undefined if the selector is invalid. */
export function readPrice(element: Element, selector: string): PriceReading | undefined {
  try {
    const price = findPrice(element, selector);
    const text = price && priceText(price);
    return { price, texts: text === undefined ? [] : [text] };
  } catch {
    return undefined;
  }
}

/**
 * Returns the price that `selector` matches in the closest ancestor that contains a match, across shadow roots, so each card
 * of a list gets its own price. Throws a `SyntaxError` for an invalid selector.
 */
function findPrice(element: Element, selector: string): Element | undefined {
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
 * Returns the first visible price that isn't crossed out: a card may contain the prices of all its variants, and the old price
 * of a sale. If no price is visible, as with a `<meta>` or in a closed quick view, returns the first one that isn't crossed
 * out.
 */
function currentPrice(
  prices: readonly Element[],
  scope: ParentNode,
  before: Element | undefined,
): Element | undefined {
  const [first] = prices;
  // Skip the style checks for a single price, unless the element followed another one before.
  if (!prices[1] && (!before || before === first))
    return first && wholeTextOf(first).closest(crossingTags) ? undefined : first;
  const visible = prices.filter((each) => each.checkVisibility({ visibilityProperty: true }));
  return (visible[0] ? visible : prices).find((each) => !isCrossedOut(each, scope));
}

const crossingTags = 'del, s';

/**
 * Where each element last found its price. If that price is gone, for example while a framework renders it again, a price
 * farther away belongs to another product. The price itself may move, for example on a narrow screen.
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
 * True if a tag or a style sheet crosses the price out. An ancestor's line doesn't reach into an inline-block (CSS Text
 * Decoration, section 2), which themes use to remove the line.
 */
function isCrossedOut(price: Element, scope: ParentNode): boolean {
  const whole = wholeTextOf(price);
  if (whole.closest(crossingTags)) return true;
  let from: Element | null | undefined = whole;
  while (from?.nodeType === 1 && from !== scope) {
    const { textDecorationLine, display } = getComputedStyle(from);
    if (textDecorationLine.includes('line-through')) return true;
    if (display.startsWith('inline-')) return false;
    // A price in a slot is drawn in the tree of the component.
    from = from.assignedSlot ?? (parentOf(from) as Element | undefined);
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
function priceText(price: Element): string | undefined {
  // Each pattern reads a text once, also one of many `<` without a `>`.
  if (/\d\0+\d/.test(price.innerHTML.replace(/<[^>]*>?/g, '\0'))) return 'ambiguous';
  const { value } = price as Partial<HTMLInputElement>;
  const text = price.textContent.trim() || price.getAttribute('content') || value;
  return text ? String(text) : undefined;
}
