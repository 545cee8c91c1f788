/** Names and references in a request for a text message, which may quote them to a person who didn't ask for it. */
import { invalidRequest, toPath } from '../problems.js';

/** The maximum number of characters in a name that may be quoted. Longer text is a message. */
const maxCharacters = 60;

/** The number of digits from which a name may hold a phone number. */
const phoneDigits = 7;

const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** Matches a scheme, as in `tel:911` and `https://`. `S:t Erik` and `Store: Main` don't match. */
const scheme = /[\p{L}\d][\p{L}\d+.-]+:(?!\s)|:\/\//u;

/** Matches a path, a query, or a port after a dot, as in `t.co/x`. `Smith Jr./Jones` doesn't match. */
const locator = /[.。][^\s.。/?#:\\]+[/?#:\\]/u;

/** Part of a domain label: letters, digits, and the emoji and symbols that some top-level domains allow. */
const labelCharacter = String.raw`[\p{L}\p{N}\p{M}\p{So}\p{Sk}_-]`;

/** A character that is enough for a label, because no name has it before a dot: an emoji, or an East Asian character. */
const tellingCharacter = String.raw`[\p{So}\p{Sk}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]`;

/**
 * Matches other text that phones turn into a link: `evil.com`, `p-a-y.com`, `i❤.ws`, and `203.0.113.9`. `J.R.Smith` and
 * `St.John` don't match. Domains of one or two letters look the same, so `x.co` passes.
 */
const domain = new RegExp(
  String.raw`(?:${labelCharacter}{3}|${tellingCharacter}${labelCharacter}?)[.。][\p{L}\p{M}]{2}|(?:\d{1,3}[.。]){3}\d`,
  'u',
);

/** Names of a business, which may be a domain. Only staff can set them. */
const businessNames: readonly string[] = ['businessName', 'legalName'];

/** Fields that identify a purchase or its origin. */
const references: readonly string[] = [
  'transactionId',
  'referral',
  'roNumber',
  'departmentId',
  'sourcePlatform',
];

/** Matches a scheme that phones turn into a link. `SHOP1:1234` is an ordinary reference. */
const linkScheme = /:\/\/|(?:^|[^\p{L}])(?:https?|tel|sms|smsto|mailto|facetime):/iu;

/**
 * Match a phone number that isn't an ordinary reference: `888-555-0100`, `+44 20 7946 0958`, and `8 8 8 5 5 5 0 1 0 0`.
 * `ORD-2026-000123`, `111-1234567-1234567`, and a UUID don't match.
 */
const phoneNumbers = [
  /(?<![\p{L}\p{N}])(?:1[ .-]?)?\(?[2-9]\d\d(?:\) ?|[ .-])[2-9]\d\d[ .-]\d{4}(?![\p{L}\p{N}])/u,
  /\+\d[\d ().-]{5,}\d/,
  /(?<!\d)(?:\d[^\p{L}\p{N}]+){6,}\d(?!\d)/u,
];

/** Matches a US phone number without punctuation. By itself, it's an ordinary number of an order. */
const plainPhoneNumber = /(?<!\d)1?[2-9]\d\d[2-9]\d{6}(?!\d)/;

/** Matches digits that phones may dial and the patterns above don't match. */
const foreignDigit = /[^\P{Nd}\d]/u;

/**
 * Checks the names and references in a body that requests a text message. Names of one person are checked together too, because
 * the text may join them. `path` is the path of the body. `issued` are values from the options, which may be domains. Throws 400
 * `invalid-request`.
 */
export function checkTextedNames(
  body: object,
  path: readonly PropertyKey[],
  issued: readonly string[] = [],
): void {
  let digits = 0;
  for (const [key, member] of Object.entries(body) as [string, unknown][]) {
    const at = [...path, key];
    if (typeof member === 'object' && member !== null) checkTextedNames(member, at, issued);
    if (typeof member !== 'string' && typeof member !== 'number') continue;
    const text = String(member).normalize('NFKC');
    if (references.includes(key)) {
      if (issued.includes(String(member)) || isReference(text)) continue;
      const message = `With a text message, a reference must not contain a link, address, phone number, or invisible character, and if it has spaces, must not exceed ${maxCharacters} characters`;
      throw invalidRequest([{ path: toPath(at), message }]);
    }
    if (!/name$/i.test(key)) continue;
    digits += text.match(/\p{N}/gu)?.length ?? 0;
    if (digits < phoneDigits && isQuotable(text, businessNames.includes(key))) continue;
    const message = `With a text message, a name must not exceed ${maxCharacters} characters, or contain a link, address, phone number, or invisible character`;
    throw invalidRequest([{ path: toPath(at), message }]);
  }
}

function isQuotable(name: string, isOfBusiness: boolean): boolean {
  return (
    [...name].length <= maxCharacters &&
    !name.includes('@') &&
    [invisible, scheme, locator].every((pattern) => !pattern.test(name)) &&
    (isOfBusiness || !domain.test(name))
  );
}

/** True for an acceptable reference. Unlike a name, it may be long and have many digits. */
function isReference(text: string): boolean {
  const isPhrase = /\s/.test(text);
  if (isPhrase && ([...text].length > maxCharacters || plainPhoneNumber.test(text))) return false;
  const patterns = [invisible, linkScheme, locator, domain, foreignDigit, ...phoneNumbers];
  return !text.includes('@') && patterns.every((pattern) => !pattern.test(text));
}
