import { CommandError, readTextFile } from '../settings/read-file.js';
import type { ReadSettings } from '../settings/read-settings.js';
import { parseRows } from './rows.js';

/** Largest file, in KiB: some 100,000 stores. */
const mostKibibytes = 16 * 1024;

/**
 * Takes the locations from the file of `FINANCING_LOCATIONS_FILE`: one name a line, or the CSV of `locations add`. Throws
 * `CommandError` where there is also a list, and where the file holds no locations.
 */
export function withLocationsOfFile(read: ReadSettings): ReadSettings {
  const { settings } = read;
  const { locationsFile = '' } = settings;
  const name = read.nameOf('locationsFile');
  if (settings.locations) {
    throw new CommandError(`${read.nameOf('locations')} and ${name} are both set`);
  }
  const text = readTextFile(name, locationsFile, mostKibibytes);
  const lines = text.split(/\r\n?|\n/).flatMap((line) => line.trim() || []);
  const isCsv = /[,;\t]/.test(text) || /^"?location"?$/.test(lines[0] ?? '');
  const locations = isCsv ? locationsOfCsv(name, text) : lines;
  if (locations.length === 0) throw new CommandError(`${name} names a file without locations`);
  return {
    ...read,
    settings: { ...settings, locations },
    nameOf: (option) => read.nameOf(option === 'locations' ? 'locationsFile' : option),
  };
}

function locationsOfCsv(name: string, text: string): string[] {
  const { rows, problems } = parseRows(name, text, ['location']);
  const empty = rows.filter(({ cells }) => !cells.has('location'));
  // `smile, dental` without quotes is two cells, of which the first is no location of the shop.
  const [problem] = [...problems, ...empty.map(({ line }) => ({ line, reason: 'no location' }))];
  if (problem) throw new CommandError(`${name}, line ${problem.line}: ${problem.reason}`);
  return rows.flatMap(({ cells }) => cells.get('location') ?? []);
}
