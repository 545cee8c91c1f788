/** Reads the words next to a price: "Was", "MSRP", "Sale", "You save", or "/ oz". */
import { oncePerPass } from './once-per-pass.js';
import { isCrossedOut, isPainted } from './painted-text.js';

/** The words of amounts that shoppers don't pay: a former price, a recommended one, and the savings. */
const unpaidWords =
  'was|list|msrp|rrp|srp|orig|original|originally|previously|formerly|compared? (?:at|to)|comp|comparable|worth|valued|before|old|sav(?:e|ings?)|antes|era|lista|ahorr(?:a|e|as)';
/** The words of amounts next to the price. Without a sale, "Regular price" is the label of the price itself. */
const formerWords = `reg|regular|retail|compared?|${unpaidWords}`;
const former = labelPattern(formerWords);

/** The words of the lowest or the highest of several prices. */
const limitWords = 'from|(?:start|begin)(?:s|n?ing)?|(?:as )?low as|up to|desde|a partir de|hasta';
const limit = labelPattern(limitWords);

/** The label of an amount that isn't the price, even if it's the only one. */
const unpaid = labelPattern(
  [
    unpaidWords,
    'deposit|dep[oó]sito|down payment|enganche|pronto|due (?:today|now)', // a part of the price
    'bid|puja(?: actual)?|rent|lease',
    'coupon|cup[oó]n|code|rebate|trade-?in', // a condition
    '(?:shipping|delivery|installation|discount):',
  ].join('|'),
);

/** The label of the whole price that ends like the label of another amount. */
const whole = labelPattern(
  'total due (?:today|now)|(?:with|incl\\p{L}*)\\P{L}+(?:shipping|delivery|installation|discount)|(?:total|price|precio)\\s(?:of|for|de|por)',
);

/** The words of a price that replaces another one, even if that one isn't crossed out. */
const replacing = labelPattern('now|sale|special|our|your|today|final|clearance|ahora|oferta');

/** Returns a pattern for a text that ends with one of these words, and maybe with a general one. */
function labelPattern(words: string): RegExp {
  return new RegExp(
    `(?:^|\\P{L})(?:${words})(?:[^\\p{L}\\d]+(?:s|at|to|only|just|price|value|usd))*[^\\p{L}\\d]*$`,
    'iu',
  );
}

/** Elements before a price that aren't its label, such as the name "The Original", or the button "Add to list". */
const noLabel = 'h1, h2, h3, h4, h5, h6, a, button, [role=button]';

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

const total = labelPattern('total|amount due');

/** Returns true for the total of several prices. */
export function isTotal(price: Element): boolean {
  return total.test(labelOf(price));
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
  `^\\s*(?:(?:${currency})(?!\\s*\\d)|(?:\\/|per|every|each|cada|an?\\s|al\\s)\\s*(?:mo|month|mes|yr|year|week|day|night|hour)\\b)`,
  'iu',
);

/** A factor or a sign before an amount in the same line, as in "4 × $25". */
const sign = /(?:^|\s)\d+\s*[x×]\s*$|[+−]\s*$/iu;
/** A word that makes an amount in the same line a part of a sentence, as in "4 payments of $25", or "orders over $75". */
const sentence =
  /(?:^|[^\p{L}])(?:of|for|de|por|over|under|about|around|approx\.?|add|earn|spend)\s*$/iu;
/** The first price of a range in the same line. */
const rangeStart = /\$\s*[\d,.]+\s*(?:\p{Pd}|to)\s*$/iu;
/** The texts that continue an amount in the same line. */
const continuations = [
  /(?:[–—]|-\s|to\b)\s*\$\s*\d[\d,.]*/u, // the end of a range
  /\+\s*$/u,
  /(?:&|and)\s+(?:up|above)\b/u,
  /off\b(?!-|\s*white)/u, // a discount, not a color
  /down(?:\s+payment)?\s*$/u,
  /or\s+(?:more|less)\b/u,
  /[x×]\s*(?!1\b)\d/u,
  /(?:with|w\/|after|when|if|con)(?!\s+(?:free|delivery|shipping|installation|tax|env[ií]o|entrega|instalaci[oó]n))\P{L}/u, // a condition
  /(?:for|every|cada)\b|(?:in|en)\s+\d+\s+(?:payments|installments|pagos|cuotas)/u, // one of several payments
  /(?:(?:bi-?)?weekly|monthly|quarterly|yearly|annually|mensual|quincenal|semanal)(?!\s+(?:payments|financing))/u,
  /(?:(?:non-?)?refundable|(?:deposit|value|rebate|gift card)\b)/u, // a part of the price, or another amount
  /(?:\/|per\s|por\s)\s*(?!(?:ea|each|pair|set|piece|item|unit|unidad)\b)(?:\d+\s*)?\p{L}/u, // a unit that isn't the whole product
];
const continuation = new RegExp(
  `^\\s*(?:${continuations.map(({ source }) => source).join('|')})`,
  'iu',
);

/** Returns the text next to a price that changes its meaning: another currency, a unit, a range, or a label, such as "Was". */
export function meaningOfNeighbors(price: Element): string {
  const [label, suffix] = [labelOf(price), suffixOf(price)];
  const isWhole = whole.test(label);
  const isDash = /^\s*(?:\p{Pd}|to)\s*$/iu.test(suffix);
  const rest = isDash ? textNextTo(price, 'nextNode', 8) : suffix;
  return [
    before.exec(label),
    after.exec(suffix),
    !isWhole && isLabeled(price, unpaid) && unpaid.exec(label),
    inLine(price, 'previousNode', /\S/, sign.exec(label)),
    inLine(price, 'previousNode', /\S/, isWhole ? null : sentence.exec(label)),
    inLine(price, 'previousNode', /\d/, rangeStart.exec(label)),
    inLine(price, 'nextNode', /\S/, continuation.exec(rest)),
  ]
    .map((match) => (match ? ` ${match[0].trim()}` : ''))
    .join('');
}

/** Returns the label of a price that is the lowest or the highest of several ones, such as "From" or "As low as". */
export function limitLabelOf(price: Element): string {
  return isLabeled(price, limit) ? ` ${limit.exec(labelOf(price))![0].trim()}` : '';
}

/**
 * Returns true if a label before the price matches. In another line, it's a label only if that line ends with a colon or has no
 * other words.
 */
function isLabeled(price: Element, pattern: RegExp): boolean {
  const match = pattern.exec(labelOf(price));
  if (!match) return false;
  const line = nextTextTo(price, 'previousNode', /\p{L}/u)!.data.trim();
  const isLabel = line.endsWith(':') || line.length <= match[0].trim().length;
  return isLabel || isInLine(price, 'previousNode', /\p{L}/u);
}

/** Returns true if an ancestor has no other visible text before or after the price. */
export function isOutermost(price: Element, ancestor: Element, isAfter: boolean): boolean {
  const text = nextTextTo(price, isAfter ? 'nextNode' : 'previousNode', /\S/);
  return !text || !ancestor.contains(text);
}

/**
 * Returns true if the next visible text that matches is in the same block as the price. A button isn't part of the line, and
 * a crossed-out price doesn't start a range.
 */
function isInLine(price: Element, step: Step, pattern: RegExp): boolean {
  const text = nextTextTo(price, step, pattern);
  if (!text || blockOf(text) !== blockOf(price) || isCrossedOut(text)) return false;
  return text.parentElement!.closest(noLabel)?.contains(price) !== false;
}

/** Returns a match if its text is in the same line as the price. */
function inLine(price: Element, step: Step, pattern: RegExp, match: RegExpExecArray | null) {
  return match && isInLine(price, step, pattern) && match;
}

/** Returns the closest ancestor that isn't part of a line of text. */
export function blockOf(node: Node): Element | null {
  let block = node.parentElement;
  while (block && /^(inline|contents)$/.test(getComputedStyle(block).display))
    block = block.parentElement;
  return block;
}

const changing = new RegExp(
  `\\d|[/+×−]|^\\s*\\p{Pd}\\s*$|${currency}|\\b(?:${formerWords}|${limitWords}|off|per)\\b`,
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

type Step = 'nextNode' | 'previousNode';

/** Returns at least this many characters of the visible text before or after a price. */
function textNextTo(price: Element, step: Step, length: number, end?: Element): string {
  let text = '';
  for (const { data } of textsNextTo(price, step, end)) {
    text = step === 'nextNode' ? `${text} ${data.trim()}` : `${data.trim()} ${text}`;
    if (text.length >= length) break;
  }
  return text;
}

/** Returns the closest visible text before or after a price that matches. */
function nextTextTo(price: Element, step: Step, pattern: RegExp): Text | undefined {
  for (const text of textsNextTo(price, step)) if (pattern.test(text.data)) return text;
  return undefined;
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
    const part = step === 'previousNode' && node.parentElement?.closest(noLabel);
    if (part && !part.contains(price)) return;
    if (!node.parentElement?.closest(ownTags)) yield node;
  }
}
