import { CommandError } from '../command-error.js';
import { readTextFile } from '../settings/read-file.js';
import type { ReadSettings } from '../settings/read-settings.js';
import { delimiterLine, parseRows } from './rows.js';

/** The maximum file size in KiB, enough for about 100,000 stores. */
const maxKibibytes = 16 * 1024;

/**
 * Returns the settings with the locations from the file that `FINANCING_LOCATIONS_FILE` names: one location per line, or the CSV
 * of `locations add`. Throws `CommandError` if the list of locations is also set, or if the file has no locations.
 */
export function withLocationsOfFile(read: ReadSettings): ReadSettings {
  const { settings } = read;
  const { locationsFile = '' } = settings;
  const name = read.nameOf('locationsFile');
  if (settings.locations) {
    throw new CommandError(`${read.nameOf('locations')} and ${name} are both set`);
  }
  const text = readTextFile(name, locationsFile, maxKibibytes);
  const lines = text.split(/\r\n?|\n/).flatMap((line) => line.trim() || []);
  const isCsv =
    /[,;\t]/.test(text) || delimiterLine.test(text) || /^"?location"?$/.test(lines[0] ?? '');
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
  // Fail on any problem: without quotes, `smile, dental` becomes two cells, and `smile` isn't one of the shop's locations.
  const [problem] = [...problems, ...empty.map(({ line }) => ({ line, reason: 'no location' }))];
  if (problem) throw new CommandError(`${name}, line ${problem.line}: ${problem.reason}`);
  return rows.flatMap(({ cells }) => cells.get('location') ?? []);
}
