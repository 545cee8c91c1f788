import { areAmbiguous } from './ambiguous-prices.js';
import {
  isCrossedOut,
  isPainted,
  isPaintedIn,
  isPlaceVisible,
  nodesIn,
  ownTags,
  textsOf,
} from './visibility.js';
import { isOutermost, neighborsOf } from './price-labels.js';
import {
  changesMeaning,
  isRaisedFootnote,
  limitLabelOf,
  meaningOf,
  withoutFootnote,
} from './price-words.js';
import { inOnePass, oncePerPass } from './once-per-pass.js';
import { parentOf } from './node-parent.js';

/** The price that an element follows, as it was last read. */
export interface PriceReading {
  /** The closest ancestor of the element that contains a match of the selector. */
  readonly scope?: ParentNode;
  /** Undefined if no match is a price. */
  readonly price?: Element | undefined;
  /**
   * The text of the price, and the texts of other visible prices that may be meant. Empty if there is no price, or if it has
   * no text.
   */
  readonly texts: readonly string[];
}

/** Reads the price that an element follows. Returns undefined if the selector is invalid. */
export function readPrice(element: Element, selector: string): PriceReading | undefined {
  try {
    return inOnePass(() => findPrice(element, selector));
  } catch {
    return undefined;
  }
}

/** The price that an element last found. */
interface LastFound {
  readonly selector: string;
  readonly scope: ParentNode;
  readonly price: Element;
  /** True once a price was visible. From then on, a hidden one doesn't count. */
  readonly wasSeen: boolean;
  /** The texts of the price, with the text that style sheets and neighbors add to it. */
  readonly texts: readonly string[];
  /** The text in the price. */
  readonly ownText: string;
  /** The visible matches that weren't the price. */
  readonly others: readonly Element[];
}

const lastFound = new WeakMap<Element, LastFound>();

/**
 * Finds the price in the closest ancestor that contains a match, across shadow roots, so each card of a list gets its own
 * price. Of several matches, the first visible one that isn't crossed out is the price. Throws a `SyntaxError` for an
 * invalid selector.
 */
function findPrice(element: Element, selector: string): PriceReading {
  const last = lastFound.get(element);
  const previous = last?.selector === selector ? last : undefined;
  let isOutsideDialog = false;
  for (let scope = parentOf(element); scope; scope = parentOf(scope)) {
    const all = matchesOf(selector)(scope);
    if (all[0]) {
      const matches = withoutOthers(all, element, scope);
      const prices = candidatesIn(matches);
      const [seen] = seenIn(matches);
      const wasSeen = seen !== undefined || previous?.wasSeen === true || matches.some(isSeen);
      const price = seen ?? hiddenPrice(element, prices, wasSeen);
      if (!price) return { scope, ...cutOffPrice(previous, scope, prices) };
      // A quick view may open before its own price arrives, so a dialog takes the page's price only by an id.
      if (isOutsideDialog && !selector.includes('#')) return { scope, texts: [] };
      const texts = textsAt(price, matches, element);
      if (previous && isOfOtherProduct(price, texts[0], previous)) return { scope, texts: [] };
      const others = seen ? seenIn(matches).slice(1) : [];
      const ownText = ownTextOf(price);
      lastFound.set(element, { selector, scope, price, wasSeen, texts, ownText, others });
      return { scope, price, texts };
    }
    // While a framework renders the price again, a price farther away belongs to another product. The price itself may
    // move, for example on a narrow screen.
    if (previous?.scope === scope) {
      const { price, wasSeen } = previous;
      const isStillPrice = isStillMatch(previous) && !isFullyCrossedOut(price);
      const isUsable = isStillPrice && (isSeen(price) || hiddenPrice(element, [price], wasSeen));
      return isUsable ? { price, texts: textsAt(price, [price], element) } : { texts: [] };
    }
    isOutsideDialog ||= scope.nodeType === 1 && (scope as Element).matches(dialogSelector); // Node.ELEMENT_NODE
  }
  return { texts: [] };
}

/** Returns the matches that may be the price of this element. If that's all of them, it's the same array, whose values are cached. */
function withoutOthers(matches: readonly Element[], element: Element, scope: ParentNode) {
  const own = matches.filter(
    (match) =>
      !isUnchecked(match, element) &&
      !isInUncheckedRow(match, element) &&
      !isInOtherCard(match, element, scope) &&
      !isInOtherDialog(match, scope),
  );
  return own.length < matches.length ? own : matches;
}

/** A window over the page, such as a quick view. */
const dialogSelector = 'dialog, [role=dialog], [popover]';

const dialogOf = oncePerPass((price: Element) => price.closest(dialogSelector));

/** Returns true for a price in a dialog that doesn't contain the element, such as the price of a care plan. */
function isInOtherDialog(price: Element, scope: ParentNode): boolean {
  const dialog = dialogOf(price);
  return dialog !== null && dialog !== scope && scope.contains(dialog);
}

/** An estimate that follows a price. */
type FollowingEstimate = Element & { readonly amountFrom?: string };

/** Returns true for the price of a radio button or a checkbox that isn't checked, such as a protection plan. */
function isUnchecked(price: Element, element: Element): boolean {
  const label = price.closest('label');
  const field = label?.control as Partial<HTMLInputElement> | null | undefined;
  const isOff = /radio|checkbox/.test(field?.type ?? '') && !field!.checked;
  return isOff && !label!.contains(element);
}

/**
 * Returns true for a price in a row with one radio button that isn't checked. A box around all options has several, and a radio
 * button without others has nothing to choose from.
 */
function isInUncheckedRow(price: Element, element: Element): boolean {
  for (let box = price.parentElement; box && !box.contains(element); box = box.parentElement) {
    const [radio, second] = radiosIn(box);
    if (radio) return !second && !radio.checked && hasGroup(radio);
  }
  return false;
}

const radiosIn = (box: ParentNode) => box.querySelectorAll<HTMLInputElement>('input[type=radio]');

function hasGroup(radio: HTMLInputElement): boolean {
  const { name, form } = radio;
  const all = radiosIn(radio.getRootNode() as Document | ShadowRoot);
  return [...all].some((other) => other !== radio && other.name === name && other.form === form);
}

/** Returns true for the price of another card in a list, which has its own estimate. */
function isInOtherCard(price: Element, element: Element, scope: ParentNode): boolean {
  const [card, other] = [branchIn(scope, element), branchIn(scope, price)];
  const isList = card.matches('li, article, tr') || card.className === other.className;
  if (!isList || card === other || card.localName !== other.localName) return false;
  const { localName, amountFrom } = element as FollowingEstimate;
  const estimates = other.querySelectorAll<FollowingEstimate>(localName);
  return [...estimates].some((estimate) => estimate.amountFrom === amountFrom);
}

/** Returns the child of an ancestor that contains a node, across shadow roots. */
function branchIn(ancestor: ParentNode, node: Element): Element {
  let branch: ParentNode = node;
  for (let parent = parentOf(branch); parent && parent !== ancestor; parent = parentOf(parent))
    branch = parent;
  return branch as Element;
}

/**
 * Returns the previous reading if something cuts off the price that would cut off the element in the same place, such as the
 * edge of a carousel around both. The label of the price may be cut off, too, so the texts aren't read again.
 */
function cutOffPrice(
  previous: LastFound | undefined,
  scope: ParentNode,
  prices: readonly Element[],
): Pick<PriceReading, 'price' | 'texts'> {
  if (previous?.scope !== scope || !prices.includes(previous.price)) return { texts: [] };
  const { price, texts, ownText } = previous;
  const isCutOff = partsOf(price).some((part) => isPaintedIn(part, scope as Element));
  return isCutOff && ownTextOf(price) === ownText ? { price, texts } : { texts: [] };
}

const ownTextOf = (price: Element) => join(textsOf(price));

function isStillMatch({ price, selector }: LastFound): boolean {
  return price.isConnected && price.matches(selector);
}

/**
 * Returns true if the previous price is gone, and this one was visible next to it, such as the price of a recommended product
 * while a framework replaces the product.
 */
function isOfOtherProduct(price: Element, text: string | undefined, previous: LastFound): boolean {
  const wasOther = previous.others.includes(price) && text !== previous.texts[0];
  return wasOther && !isStillMatch(previous);
}

/**
 * Returns false in the fallback content of our tags. The payment would replace the fallback, the price would be gone, and the
 * fallback would return.
 */
function isOnPage(match: Element): boolean {
  return !match.closest(ownTags);
}

/** The matches of each selector by the element that they were searched in. */
const matchesOf = oncePerPass((selector: string) => {
  const known = new Map<ParentNode, readonly Element[]>();
  return function matchesIn(scope: ParentNode): readonly Element[] {
    const matches = known.get(scope) ?? [...scope.querySelectorAll(selector)].filter(isOnPage);
    known.set(scope, matches);
    return matches;
  };
});

/** Returns the matches that can be the price. Of several options, that's only the chosen one. */
const candidatesIn = oncePerPass((matches: readonly Element[]): readonly Element[] => {
  const prices = matches.filter((match) => !isFullyCrossedOut(match));
  const others = prices.filter((price) => !isUnchosen(price));
  return others.length < prices.length && others.some(isSeen) ? others : prices;
});

/** Returns the visible matches that can be the price. The first one is the price. */
const seenIn = oncePerPass((matches: readonly Element[]) => candidatesIn(matches).filter(isSeen));

/** The attributes that are `false` on an option that isn't chosen. */
const choices = ['aria-checked', 'aria-pressed', 'aria-selected'];
const optionSelector = choices.map((name) => `[${name}]`).join();

/** Returns true for the price of an option that isn't chosen, such as "Subscribe and save". */
function isUnchosen(price: Element): boolean {
  const option = price.closest(optionSelector);
  return choices.some((name) => option?.getAttribute(name) === 'false');
}

/**
 * Returns the price to use if none is visible. In a closed quick view, the element is as hidden as its price. A `<meta>` or a
 * field of type `hidden` can't be seen, so it counts until a price was visible.
 */
function hiddenPrice(
  element: Element,
  prices: readonly Element[],
  wasSeen: boolean,
): Element | undefined {
  if (!isPlaceVisible(element)) return prices[0];
  if (wasSeen) return undefined;
  return prices.find((price) => !textsOf(price)[0] && !price.matches('input:not([type=hidden])'));
}

/** Returns the texts of a price, without the raised mark of a footnote at its end, as in `$1,299.00<sup>1</sup>`. */
function textsIn(price: Element): readonly Text[] {
  const texts = textsOf(price);
  const last = texts.at(-1);
  const isMark = last?.parentElement?.closest('sup') && isRaisedFootnote(last.data);
  return isMark && texts[1] ? texts.slice(0, -1) : texts;
}

/** Returns the texts of a price, or the element itself if it has none, such as a field. */
const partsOf = oncePerPass((price: Element): readonly (Text | Element)[] => {
  const texts = textsIn(price);
  return texts[0] ? texts : [price];
});

/** Returns true if the shopper sees a part of the price. */
const isSeen = oncePerPass((price: Element): boolean => partsOf(price).some(isPainted));

/** Returns true if all numbers in the price are crossed out. Numbers for screen readers don't count next to visible ones. */
const isFullyCrossedOut = oncePerPass((price: Element): boolean => {
  const parts = partsOf(price);
  if (!parts.some(isCrossedOut)) return false;
  const numbers = parts.filter((part) => 'data' in part && /\d/.test(part.data));
  const painted = numbers.filter(isPainted);
  return [painted, numbers, parts].find((list) => list[0])!.every(isCrossedOut);
});

/** The text that style sheets and neighbors add to each price. Reading it takes as long as everything else together. */
const additions = new WeakMap<Element, Additions>();

interface Additions {
  /** The text of the price, and the class names around it. */
  readonly state: string;
  readonly generated: string;
  /** Set once the price was visible. */
  labels: { readonly neighbors: string; readonly limit: string } | undefined;
  readonly time: number;
}

/** Makes the next reading of a price read the text next to it again. */
export function forgetLabels(price: Element): void {
  const known = additions.get(price);
  if (known) known.labels = undefined;
}

/** The time in ms after which the additions of a price in the same state are read again. */
const additionsLifetime = 1000;

/** Returns the text that the shopper sees, or else the `content` or `value`. */
function textOf(price: Element, role: 'price' | 'lowest' | 'rival'): string {
  // Words for screen readers don't count next to visible ones.
  const texts = textsIn(price).filter(
    (text) => !isSeen(price) || isPainted(text) || !/\w/.test(text.data),
  );
  const { value } = price as Partial<HTMLInputElement>;
  const text = withCents(withoutFootnote(join(texts)), price);
  if (text) {
    const { generated, labels } = additionsTo(price, text);
    if (role === 'rival' || !labels) return text + generated;
    return text + generated + labels.neighbors + (role === 'lowest' ? '' : labels.limit);
  }
  const content = price.getAttribute('content');
  return content ? content + currencyNextTo(price) : String(value ?? '');
}

/** Returns the currency in a `<meta>` next to the one with the price. */
function currencyNextTo(price: Element): string {
  const names = ['itemprop=priceCurrency', 'property$="price:currency"'];
  const selector = names.map((name) => `:scope > meta[${name}]`).join();
  const code = price.parentElement?.querySelector(selector)?.getAttribute('content');
  return code ? ` ${code}` : '';
}

/** Returns the additions of a price with this text. */
function additionsTo(price: Element, text: string): Additions {
  const time = performance.now();
  const state = text + classNamesAround(price);
  let known = additions.get(price);
  if (known?.state !== state || time - known.time >= additionsLifetime) {
    const generated = generatedTexts(price) + generatedAround(price);
    known = { state, generated, labels: undefined, time };
    additions.set(price, known);
  }
  if (isSeen(price)) known.labels ??= labelsOf(price);
  return known;
}

function labelsOf(price: Element) {
  const neighbors = neighborsOf(price);
  return { neighbors: meaningOf(neighbors), limit: limitLabelOf(neighbors) };
}

/** Returns the class names of a price and its ancestors. Leaves out the page's own, which change as the shopper scrolls. */
function classNamesAround(price: Element): string {
  let names = '';
  for (let part: Element | null = price; part && part !== document.body; part = part.parentElement)
    names += ` ${part.getAttribute('class')}`;
  return names;
}

/** Adds the decimal point before raised cents, as in `$129<sup>99</sup>`, if the price has it in an attribute or for screen readers. */
function withCents(text: string, price: Element): string {
  const [, dollars, cents] = /^(\$?\s*[\d,]+) (\d\d)$/.exec(text) ?? [];
  if (!dollars) return text;
  const number = `${dollars.replace(/\D/g, '')}.${cents}`;
  const attributes = ['content', 'aria-label'].map((name) => price.getAttribute(name));
  const isComplete = [...attributes, ...textsOf(price).map(({ data }) => data)].some((name) =>
    name
      ?.replaceAll(',', '')
      .match(/\d+\.\d+/g)
      ?.includes(number),
  );
  return isComplete ? `${dollars}.${cents}` : text;
}

/**
 * Returns the content that style sheets add to a price and that changes its amount, such as cents in `::after`, or `€`. Together
 * with the text, it can't be read as an amount, so there's no payment next to a price that differs from the text.
 */
function generatedTexts(price: Element): string {
  return [price, ...nodesIn(price)]
    .filter((node): node is Element => node.nodeType === 1) // Node.ELEMENT_NODE
    .flatMap((element) => ['::before', '::after'].map((pseudo) => generatedText(element, pseudo)))
    .filter((content) => changesMeaning(quotedIn(content)) || /counters?\(/.test(content))
    .map((content) => ` ${content}`)
    .join('');
}

/**
 * Returns the content of the parent's `::before` and `::after`, if the parent has no other text on that side. The counter of a
 * list item isn't part of its price.
 */
function generatedAround(price: Element): string {
  const parent = price.parentElement;
  if (!parent) return '';
  return ['::before', '::after']
    .map((pseudo) => quotedIn(generatedText(parent, pseudo)))
    .filter((text, index) => changesMeaning(text) && isOutermost(price, parent, index === 1))
    .map((text) => ` ${text}`)
    .join('');
}

/** Returns the text in a computed `content`, without pictures. */
function quotedIn(content: string): string {
  const strings = content.replace(/url\("[^"]*"\)/g, '').match(/"[^"]*"/g) ?? [];
  return strings.join('').replaceAll('"', '');
}

/** Returns the computed content of a pseudo-element. Firefox and WebKit don't replace `attr()` in it. */
function generatedText(element: Element, pseudo: string): string {
  const { content, opacity, visibility } = getComputedStyle(element, pseudo);
  if (opacity === '0' || visibility === 'hidden') return '';
  return content.replace(
    /attr\(([\w-]+)\)/g,
    (_, name: string) => `"${element.getAttribute(name) ?? ''}"`,
  );
}

/**
 * Joins texts, with a space where there is markup or white space between two digits: `129<sup>99</sup>` isn't 12999. Frameworks
 * render `{dollars} {cents}` as three adjacent text nodes, and `textsOf` leaves out the second one.
 */
function join(texts: readonly Text[]): string {
  let joined = '';
  for (const { data, previousSibling: previous } of texts) {
    // An empty text node, which frameworks use as an anchor, separates nothing.
    const isApart = previous?.nodeType !== 3 || /^\s+$/.test((previous as Text).data); // Node.TEXT_NODE
    joined += isApart && /\d$/.test(joined) && /^\d/.test(data) ? ` ${data}` : data;
  }
  return joined.trim();
}

/** Returns the text of a price, and the texts of other visible prices that may be meant, as in a range of two elements. */
function textsAt(price: Element, matches: readonly Element[], element: Element): readonly string[] {
  const isLowest = element.getAttribute('qualifier') === 'from';
  const text = textOf(price, isLowest ? 'lowest' : 'price');
  if (!text) return [];
  const rivals = isSeen(price) ? rivalsOf(matches) : [];
  return [text, ...rivals.map((rival) => textOf(rival, 'rival'))];
}

/** Returns the visible prices that may be meant instead of the first one. */
const rivalsOf = oncePerPass((matches: readonly Element[]): readonly Element[] => {
  const [price, ...others] = seenIn(matches);
  return others.filter((other) => areAmbiguous(price!, other));
});
