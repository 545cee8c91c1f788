/** Decides whether it's unclear which of two visible prices an estimate is for. */
import { type Box, hasArea, intersect } from './clipping.js';
import { blockOf, neighborsOf, textBetween } from './price-labels.js';
import { isFormer, isPerUnit, isTaxOrFee, replacesFormer, totalRankOf } from './price-words.js';

/** The maximum length of the text between two prices of one product in different lines, in characters. */
const maxBetweenLength = 40;

/** Matches text with a name in it: four letters in a row, or five in all. "up to" doesn't match. */
const label = /\p{L}{4}|(?:\p{L}\P{L}*){5}/u;

/** Text that a range doesn't have between its prices, as in "$500 ($5 / oz)". */
const noRange = /^[^\p{L}\p{Pd}~]*$/u;

/** Returns true if a shopper may mistake the second price for the product's. */
export function areAmbiguous(first: Element, second: Element): boolean {
  if (mayCover(first, second) || areOptions(first, second)) return true;
  const [ofFirst, ofSecond] = [neighborsOf(first), neighborsOf(second)];
  const isNewTotal = totalRankOf(ofSecond) > totalRankOf(ofFirst);
  if (isNewTotal && isInFlow(second, branchOf(second, first))) return true;
  const between = textBetween(first, second);
  const isSameLine = blockOf(first) === blockOf(second) || !label.test(between);
  if (!isSameLine && between.length > maxBetweenLength) return false;
  if (isFormer(ofSecond) || isTaxOrFee(ofSecond) || (isPerUnit(ofSecond) && noRange.test(between)))
    return false;
  return isSameLine || isFormer(ofFirst) || isPerUnit(ofFirst) || replacesFormer(ofSecond);
}

/** Returns true if the first price may be behind the second one, or behind its slide. Which one is in front isn't computed. */
function mayCover(first: Element, second: Element): boolean {
  const [slide, cover] = [branchOf(first, second), branchOf(second, first)];
  const isBehind = overlap(first, second) || (overlap(first, cover) && overlap(slide, cover));
  return isBehind && !isInBar(second, cover);
}

/** Returns true for the prices of adjacent buttons, such as sizes. If no attribute says which one is chosen, a color does. */
function areOptions(first: Element, second: Element): boolean {
  const [option, next] = [branchOf(first, second), branchOf(second, first)];
  const areButtons = option.localName === 'button' && next.localName === 'button';
  return areButtons && option.nextElementSibling === next;
}

/** Returns the largest element that contains one price but not the other. */
function branchOf(price: Element, other: Element): Element {
  let branch = price;
  while (branch.parentElement && !branch.parentElement.contains(other))
    branch = branch.parentElement;
  return branch;
}

/** Returns true if a price is in a bar or a popup, which the product scrolls past. */
function isInBar(price: Element, branch: Element): boolean {
  const isLow = price.getBoundingClientRect().height < innerHeight / 2;
  if (isLow && /fixed|sticky/.test(getComputedStyle(price).position)) return true;
  return price !== branch && isInBar(price.parentElement!, branch);
}

/** Returns false if a price is in a popup, such as the one of a cart. */
function isInFlow(price: Element, branch: Element): boolean {
  const { position } = getComputedStyle(price);
  if (position !== 'static' && position !== 'relative') return false;
  return price === branch || isInFlow(price.parentElement!, branch);
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
