/** Finds the texts next to a price, such as "Was", "You save", or "/ oz". price-words.ts says what they mean. */
import { oncePerPass } from './once-per-pass.js';
import { isCrossedOut, isPainted, ownTags, rectsOf, textsOf } from './visibility.js';
import type { Neighbors } from './price-words.js';

/** Elements before a price that aren't its label, such as the name "The Original", or the button "Add to list". */
const noLabel = 'h1, h2, h3, h4, h5, h6, a, button, [role=button]';

/** The maximum length of a label, in characters. */
const maxLabelLength = 32;

/** The maximum length of a condition after a price, such as "with purchase of a mattress", in characters. */
const maxConditionLength = 48;

/** Returns the visible texts next to a price. */
export const neighborsOf = oncePerPass((price: Element): Neighbors => ({
  before: textBefore(price).slice(-maxLabelLength),
  after: textAfter(price),
}));

/** Returns the text before a price, back to a heading, a link, or a button. */
function textBefore(price: Element): string {
  let before = '';
  for (const text of textsNextTo(price, 'previousNode')) {
    const gap = gapTo(text, price);
    if (isOther(text, price)) return gap.trim() + before;
    before = wordsOf(text) + gap + before;
    if (before.length >= maxLabelLength) break;
  }
  return before;
}

/** Returns the text after a price, up to the first one in another line. */
function textAfter(price: Element): string {
  let after = '';
  for (const text of textsNextTo(price, 'nextNode')) {
    const gap = isTouching(text, price) ? '' : gapTo(text, price);
    after += gap + wordsOf(text);
    if (gap === '\n' || after.length >= maxConditionLength) break;
  }
  return after;
}

/** Returns the separator of a text in `Neighbors`. A crossed-out price isn't in the line, so it starts no range. */
function gapTo(text: Text, price: Element): string {
  if (blockOf(text) !== blockOf(price) || isCrossedOut(text)) return '\n';
  return isOther(text, price) ? '|' : '\t';
}

/** Returns true if shoppers read the digits of a text as a part of the price, such as cents in a separate element. */
function isTouching(text: Text, price: Element): boolean {
  if (!/^\s*[.,]?\d/.test(text.data)) return false;
  const last = textsOf(price).filter(isPainted).at(-1);
  if (!last || /\.\d\d\s*$/.test(last.data)) return false;
  // A rectangle in a line includes its spaces.
  const isSpaced = /\s$/.test(last.data) || /^\s/.test(text.data);
  if (isSpaced && blockOf(text) === blockOf(price)) return false;
  const [end, start] = [rectsOf(last).at(-1)!, rectsOf(text)[0]!];
  const gap = start.left - end.right;
  return Math.abs(gap) < end.height / 8 && start.top < end.bottom && start.bottom > end.top;
}

/** Returns true for a text in a heading, a link, or a button, unless the price is in it, too. */
function isOther(text: Text, price: Element): boolean {
  return text.parentElement?.closest(noLabel)?.contains(price) === false;
}

const wordsOf = (text: Text) => text.data.trim().replace(/\s+/g, ' ');

/** Returns true if an ancestor has no other visible text before or after the price. */
export function isOutermost(price: Element, ancestor: Element, isAfter: boolean): boolean {
  const [text] = textsNextTo(price, isAfter ? 'nextNode' : 'previousNode');
  return !text || !ancestor.contains(text) || (!isAfter && isOther(text, price));
}

/** Returns the closest ancestor that isn't part of a line of text. */
export function blockOf(node: Node): Element | null {
  let block = node.parentElement;
  while (block && /^(inline|contents)$/.test(getComputedStyle(block).display))
    block = block.parentElement;
  return block;
}

/** Returns the visible text between two prices, or its first part. */
export function textBetween(first: Element, second: Element): string {
  let between = '';
  for (const text of textsNextTo(first, 'nextNode', second)) {
    between += ` ${wordsOf(text)}`;
    if (between.length >= 100) break;
  }
  return between;
}

type Step = 'nextNode' | 'previousNode';

/** Yields the visible texts before or after a price, the closest one first. */
function* textsNextTo(price: Element, step: Step, end?: Element): Generator<Text> {
  const walker = document.createTreeWalker(price.getRootNode(), 5); // NodeFilter.SHOW_ELEMENT, NodeFilter.SHOW_TEXT
  walker.currentNode = price;
  while (walker[step]() && walker.currentNode !== end) {
    const node = walker.currentNode as Text; // or an element, without data
    if (!node.data?.trim() || price.contains(node) || !isPainted(node)) continue;
    if (!node.parentElement?.closest(ownTags)) yield node;
  }
}
