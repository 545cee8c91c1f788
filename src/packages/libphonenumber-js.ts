// Bundled by build/packages.config.ts.
export { parsePhoneNumberFromString, type MetadataJson } from 'libphonenumber-js/core';
