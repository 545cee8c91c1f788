/** The U.S. states and territories: their two-letter abbreviations, and the ways that people write them. */

const states = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  DC: 'District of Columbia',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
  AS: 'American Samoa',
  GU: 'Guam',
  MP: 'Northern Mariana Islands',
  PR: 'Puerto Rico',
  VI: 'Virgin Islands',
} as const;

/** The English names of the states and territories. */
export const stateNames: readonly string[] = Object.values(states);

/** Other names, in the form that `simplify` returns. */
const otherNames = {
  DC: ['washington dc'],
  MP: ['northern marianas', 'northern mariana', 'cnmi'],
  VI: ['usvi', 'virgin islands of the'],
} as const;

const codesByName = new Map<string, string>([
  ...Object.entries(states).flatMap(([code, name]): [string, string][] => [
    [code.toLowerCase(), code],
    [simplify(name), code],
  ]),
  ...Object.entries(otherNames).flatMap(([code, names]) =>
    names.map((name): [string, string] => [name, code]),
  ),
]);

/**
 * Returns text in lowercase with single spaces. Removes accents, punctuation, invisible characters, and the words around a name,
 * as in `P.R.`, `US-PR`, `U.S. Virgin Islands`, and `Commonwealth of Puerto Rico`.
 */
function simplify(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}.]/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^(?:the )?(?:commonwealth|territory|state) of (?:the )?|^(?:usa?|united states) /, '')
    .replace(/ (?:usa?|united states(?: of america)?|state)$/, '')
    .replace(/^([a-z]) ([a-z])$/, '$1$2');
}

/**
 * Returns the abbreviation of the state or territory that a text names, as in `PR`, `P.R.`, `US-PR`, or `Puerto Rico`. Returns
 * undefined if the text names anything else.
 */
export function stateCodeOf(text: string): string | undefined {
  return codesByName.get(simplify(text));
}

/**
 * Returns the abbreviations of the states and territories that the parts of a text could mean, as in "San Juan, PR" or "PR -
 * Puerto Rico".
 */
export function stateCodesIn(text: string): string[] {
  const parts = text.split(/[,;:/|()[\]]|\s[-–—]\s|[-–—](?=\p{L}{2,}$)/u);
  // In "San Juan PR 00901", the abbreviation is the last word before the ZIP code.
  const [, last] = /\s([A-Z]\.?[A-Z]\.?)(?:\s+\d{5}(?:-\d{4})?)?\s*$/.exec(text) ?? [];
  const codes = [text, ...parts, ...parts.map(withoutZipcode), last ?? ''].map(stateCodeOf);
  return [...new Set(codes.filter((code) => code !== undefined))];
}

function withoutZipcode(text: string): string {
  return text.replace(/\s\d{5}(?:-\d{4})?\s*$/, '');
}

/** Returns the state abbreviations in a message such as "State not supported: PR, GU". */
export function statesNamedIn(message: string): string[] {
  const words = message.match(/\b[A-Z]{2}\b/g) ?? [];
  return [...new Set(words.filter((word) => Object.hasOwn(states, word)))];
}
