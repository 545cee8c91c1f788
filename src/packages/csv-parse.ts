// Bundled by build/packages.config.ts.
export { CsvError, parse, type Info } from 'csv-parse/sync';
