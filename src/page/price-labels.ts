/** Finds the texts next to a price, such as "Was", "You save", or "/ oz". price-words.ts says what they mean. */
import { oncePerPass } from './once-per-pass.js';
import { isCrossedOut, isPainted } from './painted-text.js';
import type { Neighbors } from './price-words.js';

/** Elements before a price that aren't its label, such as the name "The Original", or the button "Add to list". */
const noLabel = 'h1, h2, h3, h4, h5, h6, a, button, [role=button]';

/** The maximum length of a label, in characters. */
const maxLabelLength = 32;

/** The maximum length of a condition after a price, such as "with purchase of a mattress", in characters. */
const maxConditionLength = 48;

/** Returns the visible texts next to a price. */
export const neighborsOf = oncePerPass((price: Element): Neighbors => ({
  before: textNextTo(price, 'previousNode', maxLabelLength).slice(-maxLabelLength),
  after: textNextTo(price, 'nextNode', maxConditionLength),
}));

/** Returns true if an ancestor has no other visible text before or after the price. */
export function isOutermost(price: Element, ancestor: Element, isAfter: boolean): boolean {
  const [text] = textsNextTo(price, isAfter ? 'nextNode' : 'previousNode');
  return !text || !ancestor.contains(text);
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
  return textNextTo(first, 'nextNode', 100, second);
}

type Step = 'nextNode' | 'previousNode';

/**
 * Returns the visible text before or after a price, up to this length or more. After a price, it ends with the first text in
 * another line. A tab separates texts in the line of the price. A button isn't part of the line, and a crossed-out price doesn't
 * start a range.
 */
function textNextTo(price: Element, step: Step, length: number, end?: Element): string {
  const line = blockOf(price);
  let joined = '';
  for (const text of textsNextTo(price, step, end)) {
    const isInLine = blockOf(text) === line && !isCrossedOut(text) && !isOther(text, price);
    const [gap, words] = [isInLine ? '\t' : '\n', text.data.trim().replace(/\s+/g, ' ')];
    joined = step === 'nextNode' ? joined + gap + words : words + gap + joined;
    if (joined.length >= length || (step === 'nextNode' && !end && !isInLine)) break;
  }
  return joined;
}

/** Returns true for a text in a heading, a link, or a button, unless the price is in it, too. */
function isOther(text: Text, price: Element): boolean {
  return text.parentElement?.closest(noLabel)?.contains(price) === false;
}

/** The tags of this package. The text in them is visible only until the first estimate. */
const ownTags = 'financing-estimate, prequal-button, pay-over-time-button';

/** Yields the visible texts before or after a price, the closest one first. */
function* textsNextTo(price: Element, step: Step, end?: Element): Generator<Text> {
  const walker = document.createTreeWalker(price.getRootNode(), 5); // NodeFilter.SHOW_ELEMENT, NodeFilter.SHOW_TEXT
  walker.currentNode = price;
  while (walker[step]() && walker.currentNode !== end) {
    const node = walker.currentNode as Text; // or an element, without data
    if (!node.data?.trim() || price.contains(node) || !isPainted(node)) continue;
    if (step === 'previousNode' && isOther(node, price)) return;
    if (!node.parentElement?.closest(ownTags)) yield node;
  }
}
