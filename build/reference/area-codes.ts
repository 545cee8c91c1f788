import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Subscriber numbers to try in each area code, because some metadata lists only part of an area code. */
const subscribers = ['2000000', '3210100', '4562345', '5550123', '7770199', '8889999', '9999999'];

/** True for an area code that isn't geographic and that the metadata doesn't list. */
function isUnlistedService(areaCode: number): boolean {
  // N11 codes such as 911 are services. NANPA keeps 822 and 88X for toll-free numbers.
  if (areaCode % 100 === 11 || areaCode === 822 || Math.floor(areaCode / 10) === 88) return true;
  // Directory assistance, Canada's services, carriers' services, and the US government.
  return [555, 600, 622, 633, 644, 655, 677, 688, 700, 710].includes(areaCode);
}

/** True if any number with this area code is known to be foreign, in a territory, toll-free, premium, or personal. */
function isRefused(areaCode: number): boolean {
  return subscribers.some((subscriber) => {
    const number = parsePhoneNumberFromString(`${areaCode}${subscriber}`, 'US');
    if (number?.country !== 'US') return number?.country !== undefined;
    return number.isValid() && number.getType() !== 'FIXED_LINE_OR_MOBILE';
  });
}

/** Returns the source of the list of area codes that are refused. */
export function areaCodes(): string {
  const all = Array.from({ length: 800 }, (_, index) => 200 + index);
  const refused = all.filter((code) => isUnlistedService(code) || isRefused(code));
  return `/** Written by \`npm run reference\` from the metadata of libphonenumber-js. */

/**
 * North American area codes that aren't geographic ones of the 50 states and DC: Canada, the Caribbean, US territories,
 * toll-free, premium, and service numbers. An area code that isn't listed may be new, so the service decides.
 */
export const refusedAreaCodes: ReadonlySet<string> = new Set(
  '${refused.join(' ')}'.split(' '),
);
`;
}
