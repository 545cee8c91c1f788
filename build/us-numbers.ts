import metadata from 'libphonenumber-js/max/metadata';

/** The source of the metadata of US numbers. Alone it is 1 kB, of the 150 kB that the package has for all countries. */
export function usNumbers(): string {
  const { version, countries } = metadata;
  const own = {
    version,
    country_calling_codes: { 1: ['US'] },
    countries: { US: countries.US },
    nonGeographic: {},
  };
  return `/** What libphonenumber-js knows of US numbers, and of no others. Written by \`npm run reference\` from its metadata. */
import type { MetadataJson } from '../packages/libphonenumber-js.js';

export const usNumbers: MetadataJson = ${JSON.stringify(own)};
`;
}
