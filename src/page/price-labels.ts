/** Reads the words next to a price: "Was", "MSRP", "Sale", "You save", or "/ oz". */
import { oncePerPass } from './once-per-pass.js';
import { isPainted } from './painted-text.js';

/** The words of amounts next to the price: a former price, a recommended one, and the savings. */
const formerWords =
  'was|reg|regular|list|msrp|rrp|srp|retail|orig|original|originally|compared?|before|old|sav(?:e|ings?)|antes|lista|ahorras?';
const former = labelPattern(formerWords);

/** The words of a price that replaces another one, even if that one isn't crossed out. */
const replacing = labelPattern('now|sale|special|our|your|today|final|clearance|ahora|oferta');

/** Returns a pattern for a text that ends with one of these words, and maybe with a general one. */
function labelPattern(words: string): RegExp {
  return new RegExp(
    `(?:^|\\P{L})(?:${words})(?:[^\\p{L}\\d]+(?:s|at|to|price|value))*[^\\p{L}\\d]*$`,
    'iu',
  );
}

/** Elements before a price that aren't its label, such as the name "The Original", or the button "Add to list". */
const noLabel = 'h1, h2, h3, h4, h5, h6, a, button';

/** The maximum length of a label, in characters. */
const maxLabelLength = 32;

const labelOf = oncePerPass((price: Element) =>
  textNextTo(price, 'previousNode', maxLabelLength).slice(-maxLabelLength),
);

/** Returns true for a former price, a recommended price, or savings. */
export function isFormer(price: Element): boolean {
  return former.test(labelOf(price));
}

/** Returns true for a price that its label calls the current one, such as "Sale price". */
export function replacesFormer(price: Element): boolean {
  return replacing.test(labelOf(price));
}

/** The text that follows a price. */
const suffixOf = oncePerPass((price: Element) => textNextTo(price, 'nextNode', 1));

/** Returns true for a unit price, such as "$5.00 / oz". */
export function isPerUnit(price: Element): boolean {
  return /^\s*(?:\/|per\s)/i.test(suffixOf(price));
}

/** Another currency than US dollars: `€`, `CA$`, or `CAD`. */
const currency = '(?!\\$)\\p{Sc}|[a-rt-z]\\$|\\b(?:cad|aud|nzd|mxn|eur|gbp)\\b';
const before = new RegExp(`(?:${currency})\\s*\\$?$`, 'iu');
const after = new RegExp(
  `^\\s*(?:(?:${currency})(?!\\s*\\d)|(?:\\/|per)\\s*(?:mo|month|mes|yr|year|week|day|night)\\b)`,
  'iu',
);

/** Returns the text next to a price that changes its meaning: another currency, or a period, such as "/mo". */
export function meaningOfNeighbors(price: Element): string {
  const [prefix, suffix] = [before.exec(labelOf(price)), after.exec(suffixOf(price))];
  return [prefix, suffix].map((match) => (match ? ` ${match[0].trim()}` : '')).join('');
}

const changing = new RegExp(
  `\\d|\\/|${currency}|\\b(?:${formerWords}|from|starting|desde|off|per)\\b`,
  'iu',
);

/** Returns true if text that a style sheet adds changes what an amount means: digits, another currency, a unit, or a word. */
export function changesMeaning(text: string): boolean {
  return changing.test(text);
}

/** Returns the visible text between two prices, or its first part. */
export function textBetween(first: Element, second: Element): string {
  return textNextTo(first, 'nextNode', 100, second);
}

/** Returns at least this many characters of the visible text before or after a price. */
function textNextTo(
  price: Element,
  step: 'nextNode' | 'previousNode',
  length: number,
  end?: Element,
): string {
  const walker = document.createTreeWalker(price.getRootNode(), 5); // NodeFilter.SHOW_ELEMENT, NodeFilter.SHOW_TEXT
  walker.currentNode = price;
  let text = '';
  while (text.length < length && walker[step]() && walker.currentNode !== end) {
    const { nodeValue } = walker.currentNode; // null for an element
    const words = nodeValue?.trim();
    if (!words || price.contains(walker.currentNode) || !isPainted(walker.currentNode as Text))
      continue;
    const part = walker.currentNode.parentElement?.closest(noLabel);
    if (step === 'nextNode') text += ` ${words}`;
    else if (part && !part.contains(price)) break;
    else text = `${words} ${text}`;
  }
  return text;
}
