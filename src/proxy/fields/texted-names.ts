/** Names in a request for a text message, which may quote them to a person who didn't ask for it. */
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

/**
 * Matches other text that phones turn into a link: `evil.com`, `p-a-y.com`, and `203.0.113.9`. `J.R.Smith` and `St.John`
 * don't match. Domains of one or two letters look the same, so `x.co` passes.
 */
const domain = /[\p{L}\p{N}\p{M}_-]{3}[.。]\p{L}{2}|(?:\d{1,3}[.。]){3}\d/u;

/** Names of a business, which may be a domain. Only staff can set them. */
const businessNames: readonly string[] = ['businessName', 'legalName'];

/**
 * Checks the names in a body that requests a text message. Names of one person are checked together too, because the text
 * may join them. `path` is the path of the body. Throws 400 `invalid-request`.
 */
export function checkTextedNames(body: object, path: readonly PropertyKey[]): void {
  let digits = 0;
  for (const [key, member] of Object.entries(body) as [string, unknown][]) {
    const at = [...path, key];
    if (typeof member === 'object' && member !== null) checkTextedNames(member, at);
    if ((typeof member !== 'string' && typeof member !== 'number') || !/name$/i.test(key)) continue;
    const name = String(member).normalize('NFKC');
    digits += name.match(/\p{N}/gu)?.length ?? 0;
    if (digits < phoneDigits && isQuotable(name, businessNames.includes(key))) continue;
    const message = `A name in a text has at most ${maxCharacters} characters, and no link, address, phone number, or invisible character`;
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
