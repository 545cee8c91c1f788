import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { CommandError } from './command-error.js';

const kibibyte = 1024;

/**
 * Reads a regular file of at most `mostKibibytes` KiB, in UTF-8 with or without a byte order mark. `setting` is the flag or the
 * variable with the path. Throws `CommandError`, which names the setting and never the path.
 */
export function readTextFile(setting: string, path: string, mostKibibytes: number): string {
  const bytes = readBytes(setting, path, mostKibibytes);
  try {
    // Drops the mark that editors on Windows put before the text.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CommandError(`${setting} names a file that is not UTF-8`);
  }
}

/** Opens without waiting, since a pipe without a writer would hold the command for ever; a device may have no end. */
function readBytes(setting: string, path: string, mostKibibytes: number): Uint8Array {
  const mostBytes = mostKibibytes * kibibyte;
  let file: number | undefined;
  try {
    // Windows has no such flag, and no pipes among its files.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    if (!fstatSync(file).isFile()) {
      throw new CommandError(`${setting} names something that is not a regular file`);
    }
    // One byte more than allowed: the size that a file reports can be 0, as under /proc, or change.
    const buffer = new Uint8Array(mostBytes + 1);
    let size = 0;
    for (let read = -1; read !== 0 && size <= mostBytes; size += read) {
      read = readSync(file, buffer, size, buffer.length - size, null);
    }
    if (size <= mostBytes) return buffer.subarray(0, size);
    throw new CommandError(`${setting} names a file that is larger than ${mostKibibytes} KiB`);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(`${setting} names a file that cannot be read (${code})`);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
