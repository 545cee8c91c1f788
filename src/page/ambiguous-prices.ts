/** Decides whether it's unclear which of two visible prices an estimate is for. */
import { type Box, hasArea, intersect } from './clipping.js';
import { isPainted } from './painted-text.js';

/** Returns true if a shopper may take either one for the product's price. */
export function areAmbiguous(a: Element, b: Element): boolean {
  return blockOf(a) === blockOf(b) || areNextToEachOther(a, b) || mayCover(a, b);
}

/** Returns the closest ancestor that isn't part of a line of text. */
function blockOf(price: Element): Element | null {
  let block = price.parentElement;
  while (block && /^(inline|contents)$/.test(getComputedStyle(block).display))
    block = block.parentElement;
  return block;
}

/** A word of four letters, or five letters in all, such as the name of a product. "$100 up to $200" has less between. */
const label = /\p{L}{4}|(?:\p{L}\P{L}*){5}/u;

/** Returns true if there is no label between two prices, as in a range of two columns. */
function areNextToEachOther(a: Element, b: Element): boolean {
  const isBefore = a.compareDocumentPosition(b) & 4; // Node.DOCUMENT_POSITION_FOLLOWING
  const [first, second] = isBefore ? [a, b] : [b, a];
  const walker = document.createTreeWalker(first.getRootNode(), 5); // NodeFilter.SHOW_ELEMENT, NodeFilter.SHOW_TEXT
  walker.currentNode = first;
  let between = '';
  while (walker.nextNode() && walker.currentNode !== second && !label.test(between)) {
    const text = walker.currentNode as Text; // or an element, whose `nodeValue` is null
    if (text.nodeValue?.trim() && !first.contains(text) && isPainted(text))
      between += ` ${text.data}`;
  }
  return !label.test(between);
}

/** Returns true if a price may be behind the other one, or on a slide behind its slide. Which one is in front isn't computed. */
function mayCover(a: Element, b: Element): boolean {
  return overlap(a, b) || overlap(branchOf(a, b), branchOf(b, a));
}

/** Returns the largest element that contains one price but not the other. */
function branchOf(price: Element, other: Element): Element {
  let branch = price;
  while (branch.parentElement && !branch.parentElement.contains(other))
    branch = branch.parentElement;
  return branch;
}

/** Returns true if two elements share more than half of the smaller one. */
function overlap(...elements: readonly Element[]): boolean {
  const [a, b] = elements.map((element) => element.getBoundingClientRect()) as [DOMRect, DOMRect];
  const shared = intersect(a, b);
  return hasArea(shared) && areaOf(shared) > Math.min(areaOf(a), areaOf(b)) / 2;
}

function areaOf({ left, top, right, bottom }: Box): number {
  return (right - left) * (bottom - top);
}
