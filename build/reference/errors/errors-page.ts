/** Generates the sections of docs/errors.md about each code: facts from the code, sentences from the tables in this folder. */
import {
  pageErrorCodes,
  proxyErrorCodes,
  type FinancingErrorCode,
  type ProxyErrorCode,
} from '../../../src/contract/error-codes.js';
import { failureText } from '../../../src/elements/link-buttons/failure-text.js';
import { dialogTexts } from '../../../src/words/dialog-text.js';
import { linkTexts } from '../../../src/words/link-text.js';
import { en } from '../../../src/words/script-text.js';
import { statusOf, titles } from '../../proxy-facts.js';
import { pageErrorTexts } from './page-errors.js';
import { proxyErrorTexts, type ErrorText } from './proxy-errors.js';

const codesByStatus = proxyErrorCodes.toSorted((a, b) => statusOf(a) - statusOf(b));

/** Returns the sections of the codes that the proxy responds with, each with its status. */
export function proxyErrorSections(): string {
  return codesByStatus
    .map((code) => sectionOf(code, proxyErrorTexts[code], `**${statusLineOf(code)}.** `))
    .join('\n');
}

/** Returns the sections of the codes that the page itself finds. */
export function pageErrorSections(): string {
  return pageErrorCodes.map((code) => sectionOf(code, pageErrorTexts[code])).join('\n');
}

function sectionOf(code: string, { happened, fault, remedies }: ErrorText, facts = ''): string {
  return `### \`${code}\`

${facts}${happened} _Whose fault?_ ${fault}

${remedies.map((remedy) => `- ${remedy}`).join('\n')}
`;
}

/** Returns the status line of a code. An unknown location has two statuses, as in the contract. */
function statusLineOf(code: ProxyErrorCode): string {
  const status = statusOf(code);
  const also = code === 'location-not-found' ? '; 422 on an estimation' : '';
  return `${status} ${titles[status]}${also}`;
}

/** The codes that no request from an element leads to. */
const serversOnly: readonly FinancingErrorCode[] = [
  'unauthorized',
  'location-exists',
  'state-not-supported',
  'vertical-not-supported',
];

/** Returns each text that a button shows, in English, with the codes behind it. */
export function shopperWords(): string {
  const codesOf = new Map<string, FinancingErrorCode[]>();
  for (const code of [...codesByStatus, ...pageErrorCodes]) {
    if (serversOnly.includes(code) || code === 'invalid-selector') continue;
    const words = wordsOf(code);
    codesOf.set(words, [...(codesOf.get(words) ?? []), code]);
  }
  return [...codesOf]
    .map(([words, codes]) => {
      const links = codes.map((code) => `[\`${code}\`](#${code})`).join(', ');
      return `- ${words}: ${links}\n`;
    })
    .join('');
}

function wordsOf(code: FinancingErrorCode): string {
  const text = { ...en, ...linkTexts.en, ...dialogTexts.en };
  if (code === 'popup-blocked') return `the link, “${text.continue}”`;
  const [opened, texted] = [false, true].map((isSms) => text[failureText(code, isSms)]);
  return texted === opened ? `“${opened}”` : `“${opened}”; with \`delivery="sms"\` “${texted}”`;
}
