/**
 * The words next to a price that change what the price means, in English and Spanish. The worst mistake is a payment
 * for a price that shoppers don't pay, so an ambiguous word suppresses the payment. But ordinary pages must keep their payment.
 * If you add a word, add its example and an ordinary page with that word to price-labels.browser.ts.
 */

/**
 * The visible texts before and after a price. A tab separates texts in the line of the price, a `|` a link or a button in it, and
 * a line break the texts of other lines.
 */
export interface Neighbors {
  readonly before: string;
  readonly after: string;
}

// Labels before a price

/** Former and recommended prices. */
const formerPrice = [
  'was', // Was $499
  'orig|original|originally', // Orig. $499
  'previous(?:ly|\\P{L}+lowest)?|former(?:ly)?|prior|before|old', // Old price: $499
  'price\\P{L}[^\\t\\n]*days:', // Lowest price in 30 days: $499, but not a badge without the colon
  'list|m\\.?s\\.?r\\.?p|rrp|srp|suggested(?:\\sretail)?|sugerido', // MSRP $499
  'compared? (?:at|to)|comp|comparable', // Compare at $499
  'worth|valued', // Valued at $499
  'antes|lista|precio anterior|(?:precio|antes) era', // Antes: $499
];

/** Former prices, if nothing is before the word. */
const formerAtStart = [
  '(?:^|[\\t\\n])\\P{L}*era', // Era $499, but not "Victorian era $499"
];

/** Savings. */
const savings = [
  'sav(?:e|ings?)', // You save $50
  'ahorr(?:as?|e|os?)', // Ahorras $50
];

/** Parts of the price. */
const partOfPrice = [
  'deposit|dep[oó]sito', // Deposit $99
  'down payment|enganche|pronto|(?:pago|cuota) inicial', // Pronto: $99
  'due (?:today|now|at signing)', // Due today: $99
  '(?:monthly|(?:bi-?)?weekly|est(?:imated)?)\\P{L}+payments?|installments?|cuotas?|mensualidad(?:es)?', // Est. payment: $59
  '(?:pago|cuota)s? (?:mensual|quincenal|semanal)(?:es)?', // Pago mensual: $59
  '\\d\\s*(?:mos?|months?|payments?)\\.?\\s+at', // 36 months at $59
];

/** Offers other than a sale. */
const otherOffer = [
  'bid|puja(?: actual)?', // Current bid: $250
  'rent|lease|renta|alquiler', // Rent $59
];

/** Conditions of a lower price. */
const conditionBefore = [
  'coupon|cup[oó]n|code', // With code: $449
  'rebate|trade-?in', // After rebate: $449
];

/** Services that a receipt adds to the price. Without a colon, they're often free. */
const service =
  '(?:shipping|delivery|installation|assembly|handling|freight|destination|warranty|protection(?: plan)?|insurance|env[ií]o|entrega|instalaci[oó]n)';

/** Words before a fee that is the price itself. */
const wholeFee = 'course|tuition|class|program|treatment|procedure';

/** Taxes and fees. */
const taxOrFee =
  '(?:tax(?:es)?(?:[ ,/&]+title(?:[ ,/&]+(?:and )?licen[sc]e)?)?|(?:sur|(?:core|service|activation|destination|delivery|shipping|freight|handling)\\s)charges?|fees?|impuestos?)';

/** Words before taxes and fees that aren't the amount of the price. */
const notAdded = 'with|without|incl\\p{L}*|ex(?:cl\\p{L}*)?|before|after|no|zero';

/** Amounts that a receipt adds to the price or takes from it. */
const receiptRow = [
  `(?:${service}|discount|cash ?back|tip|descuento):`, // Shipping: $49
  `(?:\\p{L}+[^\\p{L}\\d\\t\\n:]+){0,2}${taxOrFee}`, // Doc fee $89
];

/** One of several payments, if nothing is before the word. */
const paymentAtStart = [
  '(?:^|[\\t\\n])[^\\p{L}\\d]*(?:(?:pay\\s)?monthly|(?:bi-?)?weekly|per (?:month|week)|mensual|financ(?:e|ing):)', // Monthly: $59, but not "$59 monthly, or $499"
];

/** Prices of other sellers, and estimated values. */
const marketPrice = [
  '(?:(?:average|avg)\\P{L}+(?:(?:market|retail|selling|asking)\\s)?|market\\s)(?:price|value|cost)|market average', // Avg. price: $499
  'kbb|blue book|precio promedio', // KBB value: $499
  'invoice price|(?:total|retail|estimated|est\\.?|appraised|insured|replacement) value', // Appraised value: $499
];

/** The lowest or the highest of several prices. */
const limitOfPrices = [
  '(?:(?:prices?|start(?:s|ing)|precios?)\\s)?(?:from|desde|a partir de)', // From $499
  '(?:start|begin)(?:s|n?ing)?', // Starting at $499
  '(?:as )?low as', // As low as $499
  'up to|hasta', // Up to $499
];

/** Labels of the former price next to a sale price. Without a sale, "Regular price" is the label of the price itself. */
const regularPrice = [
  'reg|regular|habitual', // Regular price $499
  'retail|compared?', // Retail $499
];

/** Labels of the whole price that end like the label of another amount. */
const wholePrice = [
  'total due (?:today|now)', // Total due today: $499
  `(?:with|incl\\p{L}*)\\P{L}+(?:${service}|discount)`, // Price with delivery: $499
  `(?:${notAdded}|price\\s(?:plus|\\+)|${wholeFee})\\P{L}+(?:\\p{L}+[ &/-]+){0,2}${taxOrFee}`, // Price incl. fees: $499
  '(?:total|price|precio)\\s(?:of|for|de|por)', // Total of $499
];

/** Labels of the whole price, if nothing is before them. */
const wholeAtStart = [
  '(?:^|\\n)\\s*(?:yours|now|on sale|tuy[oa]|ll[eé]vatel[oa])\\s(?:for|por)', // Yours for $499, but not "Reserve yours for $99"
  '^\\s*por', // Por $499, but not "2 por $499"
];

/** Labels of a price that replaces a former one, even if that one isn't crossed out. */
const replacingPrice = [
  'now|today|ahora', // Now $499
  'sale|special|clearance|oferta', // Sale $499
  'our|your|final', // Your price $499
];

/** The number of items in a total. */
const itemCount = '(?:\\s\\(\\d+\\s\\p{L}+\\))?';

const subtotalPrice = [
  `subtotal${itemCount}`, // Subtotal (2 items): $499
];

const totalPrice = [
  `(?:total|amount due)${itemCount}`, // Total $499
];

type Words = readonly string[];

const anyOf = (...groups: readonly Words[]) => groups.flat().join('|');

/** General words after a label, which change nothing. */
const general = '(?:[^\\p{L}\\d]+(?:s|at|to|only|just|price|value|usd|s[oó]lo))*[^\\p{L}\\d]*';

/** Returns a pattern for a text that ends with one of these words, and maybe with a general one. */
function endingWith(words: string, wordsAtStart = '(?!)'): RegExp {
  return new RegExp(`(?:(?:^|\\P{L})(?:${words})|${wordsAtStart})${general}$`, 'iu');
}

const former = endingWith(anyOf(regularPrice, formerPrice, savings), anyOf(formerAtStart));
const unpaid = endingWith(
  anyOf(formerPrice, savings, partOfPrice, otherOffer, marketPrice, conditionBefore, receiptRow),
  anyOf(formerAtStart, paymentAtStart),
);
const limit = endingWith(anyOf(limitOfPrices));
const whole = endingWith(anyOf(wholePrice), anyOf(wholeAtStart));
/** A label after its price, as in "$499 MSRP". In "$499 Was $599", it's the label of the next one. */
const labelAfter = new RegExp(
  `^[^\\p{L}\\d\\n|]*(?:de\\s)?(?:${anyOf(formerPrice, partOfPrice, marketPrice)})${general}(?:$|[\\t\\n|](?!\\P{L}*\\d))`,
  'iu',
);
const replacing = endingWith(anyOf(replacingPrice));
const subtotal = endingWith(anyOf(subtotalPrice));
const total = endingWith(anyOf(totalPrice));

/** Returns true for a former price, a recommended one, or savings. */
export const isFormer = ({ before }: Neighbors) => former.test(before);

/** Returns true for a price that its label calls the current one, such as "Sale price". */
export const replacesFormer = ({ before }: Neighbors) => replacing.test(before);

/** Returns 2 for the total of several prices, 1 for a subtotal, or 0. */
export const totalRankOf = ({ before }: Neighbors) =>
  total.test(before) ? 2 : Number(subtotal.test(before));

// Texts in the line of a price

/** Texts that an amount in the same line continues. */
const lineStart = [
  '(?:^|\\s)\\d+\\s*[x×]', // 4 × $25
  '[+−]', // Oak + $25
  '\\$\\s*[\\d,.]+[^\\S\\n]*(?:\\p{Pd}|to)', // $100 – $200
];

/** Words that make an amount a part of a sentence. */
const sentence = [
  'of|de', // 4 payments of $25
  'for|por', // Buy 2 for $499
  'over|under|about|around|approx\\.?', // On orders over $75
  'add|earn|spend', // Earn $25
];

/** The end of a text. */
const end = '(?![^\\t\\n|])';

/** A unit of measure that's the complete text: `sq. ft.`, `linear foot`, or `yd`. */
const measure = `(?:(?:sq|square|cu|cubic|lin|linear)\\.?\\s*(?:ft|feet|foot|in|inch|yds?|yards?|m|meters?)|ft|feet|foot|yds?|yards?|acres?|oz|lbs?|gallons?|kg)\\.?\\)?${end}`;

const unitPrice = new RegExp(`^[\\s|]*(?:\\/|per\\s|${measure})`, 'i');

/** Returns true for a unit price, such as "$5.00 / oz" or "$5.00 sq. ft." */
export const isPerUnit = ({ after }: Neighbors) => unitPrice.test(after);

const footnoteSigns = '[*†‡§]+'; // $499*
const raisedDigit = '[¹²³⁴-⁹]'; // $499¹, but $499⁹⁹ has cents

const raisedFootnote = new RegExp(`^\\s*(?:${footnoteSigns}|\\d)\\s*$`);
const footnoteAtEnd = new RegExp(`\\s*(?:${footnoteSigns}|${raisedDigit})$`);

/** Returns true for a text that marks a footnote if it's raised, as in `$499<sup>1</sup>`. */
export const isRaisedFootnote = (text: string) => raisedFootnote.test(text);

/** Returns the text of a price without the mark of a footnote at its end. */
export const withoutFootnote = (text: string) => text.replace(footnoteAtEnd, '');

/** Texts after a price that change nothing. The words after them may. */
const unchanging = [
  `(?:${footnoteSigns}|${raisedDigit})+|\\d${end}`, // $499*, $499<sup>1</sup>
  '(?:for\\s+(?:a|the)\\s+(?:\\d+-piece\\s+)?|(?:per\\s|por\\s|\\/)\\s*)(?:ea|each|pair|set|piece|item|unit|unidad)\\b(?:\\s+of\\s+\\d+)?', // $499 for a set of 4
  'cada\\s+un[oa]\\b', // $499 cada una
  'for\\s+a\\s+limited\\s+time', // $499 for a limited time
];

/** Words for services that the price includes, which aren't conditions. */
const included = 'free|delivery|shipping|installation|tax|env[ií]o|entrega|instalaci[oó]n';

/** Conditions that shoppers have to meet. A warranty or a mattress isn't one. */
const conditionAfterWith = [
  'codes?\\b|coupon|promo|voucher|c[oó]digo|cup[oó]n', // with code SOFA
  'rebate|reembolso|incentive|mail-in|trade|exchange|intercambio', // with trade-in
  'purchase|compra|orders?\\b|bundle\\b|minimum|or more|new line', // with purchase of a mattress
  'discount|descuento|% off|savings', // with student discount
  'member|membres|miembro|prime\\b|loyalty|rewards?\\b|points?\\b|ids?\\b|military|referr', // with membership
  'subscri|suscri|(?:sign|log)-?(?:up|in)\\b|e-?mail|regist|auto-?\\s?(?:ship|pay|deliver)', // with autopay
  'cards?\\b|tarjeta|cash|efectivo|pay\\b|credit|cr[eé]dito|account|financ|lease', // with store card
  'payments?\\b|pagos?\\b|dep[oó]sit|enganche|pronto|\\d\\s+down\\b', // with $99 deposit
  'contract|contrato|agreement|plans?\\b|activat|insurance|seguro', // with 2-year contract
  'qualif|eligib|approv|select\\b|pick-?up', // with qualifying mattress
];

/** A tax or a fee after its amount. */
const taxOrFeeAtEnd = `(?:(?!(?:${notAdded}|plus|and|free|low|of)\\b)\\p{L}+\\s+){0,2}${taxOrFee}\\)?${end}`;

/** Texts that continue an amount in the same line. */
const lineEnd = [
  // A range
  '(?:[–—]|-\\s|to\\b)\\s*\\$\\s*\\d[\\d,.]*', // $499 – $699
  `\\+${end}`, // $499+
  '(?:&|and)\\s+(?:up|above)\\b', // $499 and up
  'or\\s+(?:more|less)\\b', // $499 or less
  // One of several payments, or of several products
  '[x×]\\s*(?!1\\b)\\d', // $25 × 4
  '(?:for|every|cada)\\b', // $25 for 12 months
  '(?:in|en)\\s+\\d+\\s+(?:payments|installments|pagos|cuotas)', // $499 in 4 payments
  '(?:(?:bi-?)?weekly|monthly|quarterly|yearly|annually|mensual|quincenal|semanal)(?!\\s+(?:payments|financing))', // $25 monthly
  // A part of the price, or another amount
  `down(?:\\s+payment)?${end}`, // $99 down
  '(?:(?:non-?)?refundable|deposit\\b)', // $99 refundable deposit
  'off\\b(?!-|\\s*white)|de descuento\\b', // $50 off, but not "Off-white"
  '(?:value|rebate|gift card)\\b', // $50 gift card
  taxOrFeeAtEnd, // $89 doc fee
  // A condition
  `\\(?(?:(?:with|con)\\P{L}|w\\/)(?!\\s*(?:${included}))(?:(?:[^\\n.;]|\\.\\d){0,30}?\\P{L})?(?:${anyOf(conditionAfterWith)})`, // $449 with code SOFA
  `\\(?(?:after|when|if)(?!\\s+(?:${included}))\\P{L}`, // $449 when you buy 2
  // A unit
  '(?:\\/|per\\s|por\\s)\\s*(?:\\d+\\s*)?\\p{L}', // $5 per sq. ft.
  measure, // $5 sq. ft.
];

/** Another currency than US dollars: `€`, `CA$`, or `CAD`. */
const currency = '(?!\\$)\\p{Sc}|[a-rt-z]\\$|\\b(?:cad|aud|nzd|mxn|eur|gbp)\\b';

/** A period, in the line of a price or in the next one: `/mo`, `per night`, or `al mes`. */
const period =
  '(?:\\/|per|every(?!\\s*(?:day|night))|each|cada|an?\\s|al\\s|a la\\s)\\s*(?:mo|month|mes|yr|year|week|semana|day|night|hour)\\b(?!-|\\s*:|\\s+of\\b)';

/** A period that's the complete text: `monthly`, `mo`, `p/m`, or `for 36 months`. */
const periodAlone = `(?:monthly|weekly|(?:mo|month)\\.?|p\\/?m|p\\.m\\.|for\\s+\\d+\\s*(?:mos?|months?)\\.?)${end}`;

const startsWithCurrency = new RegExp(`(?:${currency})\\s*\\$?$`, 'iu');
const endsWithCurrencyOrPeriod = new RegExp(
  `^[\\s|]*(?:(?:${currency})(?!\\s*\\d)|${period}|${periodAlone})`,
  'iu',
);
const startsInLine = new RegExp(`(?:${anyOf(lineStart)})[^\\S\\n]*$`, 'iu');
const startsSentence = new RegExp(`(?:^|\\P{L})(?:${anyOf(sentence)})[^\\S\\n]*$`, 'iu');
const continuesInLine = new RegExp(`^[^\\S\\n]*(?:${anyOf(lineEnd)})`, 'iu');

const endsWithTaxOrFee = new RegExp(`^[^\\S\\n]*${taxOrFeeAtEnd}`, 'iu');

/** Returns true for a tax or a fee, such as "(includes $20 tax)". */
export const isTaxOrFee = ({ after }: Neighbors) => endsWithTaxOrFee.test(after);

const unchangingStart = new RegExp(`^(?:[^\\S\\n]*(?:${anyOf(unchanging)}))+`, 'iu');

/** Digits that touch the price: cents, or thousands. */
const moreDigits = /^(?!\.?00(?!\d))(?:[.,]\d|\d\d)/; // $499<sup>99</sup>, but not $499<sup>00</sup>

/** Returns the texts that change the meaning of a price: another currency, a unit, a range, or a label, such as "Was". */
export function meaningOf({ before, after }: Neighbors): string {
  const isWhole = whole.test(before);
  const rest = after.replace(unchangingStart, '');
  return [
    startsWithCurrency.exec(before),
    endsWithCurrencyOrPeriod.exec(rest),
    isWhole ? null : labelIn(before, unpaid),
    isWhole || total.test(before) ? null : labelAfter.exec(rest),
    startsInLine.exec(before),
    isWhole ? null : startsSentence.exec(before),
    continuesInLine.exec(rest),
    moreDigits.exec(after),
  ]
    .map(print)
    .join('');
}

/** Returns the label of a price that is the lowest or the highest of several ones, such as "From" or "As low as". */
export const limitLabelOf = ({ before }: Neighbors) => print(labelIn(before, limit));

/** Returns the label at the end of a text. In another line, it's a label only if it ends with a colon or has no other words. */
function labelIn(before: string, pattern: RegExp): RegExpExecArray | null {
  const match = pattern.exec(before);
  const [, text, gap] = /([^\t\n]*\p{L}[^\p{L}\t\n]*)([\t\n])\P{L}*$/u.exec(before) ?? [];
  if (!match || gap !== '\n') return match;
  return /:\s*$/.test(text!) || text!.trim().length <= match[0].trim().length ? match : null;
}

const print = (match: RegExpExecArray | null) =>
  match ? ` ${match[0].trim().replace(/\s+/g, ' ')}` : '';

const changing = new RegExp(
  `\\d|[/+×−]|^\\s*\\p{Pd}\\s*$|${currency}|^\\s*(?:${measure})|\\b(?:${anyOf(regularPrice, formerPrice, formerAtStart, savings, partOfPrice, limitOfPrices)}|off|per)\\b`,
  'iu',
);

/** Returns true if text that a style sheet adds changes what an amount means: digits, another currency, a unit, or a word. */
export const changesMeaning = (text: string) => changing.test(text);
