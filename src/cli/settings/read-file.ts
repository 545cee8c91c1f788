import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { CommandError, describeSystemError } from '../command-error.js';

/** Reads a file that holds a secret, like `readTextFile`, up to 64 KiB. Throws `CommandError`, also if the file is empty. */
export function readSecretFile(variable: string, path: string): string {
  const text = readTextFile(variable, path, 64, { isSecret: true });
  if (!/^\r?\n?$/.test(text)) return text;
  throw new CommandError(`${variable} names a file that is empty`);
}

/**
 * Reads a regular file of at most `maxKibibytes` KiB, in UTF-8 with or without a byte order mark. `setting` is the flag or
 * variable that holds the path. Throws `CommandError`, which names the setting. If the file can't be read, the error also names
 * the path, unless the file holds a secret: someone may have set the secret itself instead of the path. `remedy` is appended to
 * the message about a wrong encoding.
 */
export function readTextFile(
  setting: string,
  path: string,
  maxKibibytes: number,
  { remedy = '', isSecret = false }: { remedy?: string; isSecret?: boolean } = {},
): string {
  const file = setting === path ? path : `${setting} names a file that`;
  const place = setting === path || isSecret ? '' : `: ${path.replace(/\p{Cc}/gu, '?')}`;
  const bytes = readBytes(file, path, place, maxKibibytes);
  // UTF-16 text in plain English is also valid UTF-8, with a NUL next to each letter.
  if (!isUtf8(bytes) || bytes.includes(0)) throw new CommandError(`${file} is not UTF-8${remedy}`);
  return new TextDecoder().decode(bytes); // removes the byte order mark that editors on Windows add
}

/**
 * Reads a regular file. Opens it without blocking, because a pipe without a writer would hang the command forever. Devices are
 * refused, because they may have no end.
 */
function readBytes(name: string, path: string, place: string, maxKibibytes: number): Uint8Array {
  const maxBytes = maxKibibytes * 1024;
  let file: number | undefined;
  try {
    // Windows doesn't have this flag, and its files can't be pipes.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    if (!fstatSync(file).isFile()) {
      throw new CommandError(`${name} is not a regular file`);
    }
    // Allow one extra byte to detect a file that is too large. The reported size can be 0, as under /proc, or change.
    const buffer = new Uint8Array(maxBytes + 1);
    let size = 0;
    for (let read = -1; read !== 0 && size <= maxBytes; size += read) {
      read = readSync(file, buffer, size, buffer.length - size, null);
    }
    if (size <= maxBytes) return buffer.subarray(0, size);
    throw new CommandError(`${name} is larger than ${maxKibibytes} KiB`);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${name} cannot be read: ${describeSystemError(error)}${place}`);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
