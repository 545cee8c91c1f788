import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { CommandError } from './command-error.js';

/** Largest file that holds a secret, in bytes. */
const mostBytes = 64 * 1024;

/**
 * Reads a file that holds a secret: a regular file of at most 64 KiB, in UTF-8 with or without a byte order mark. Throws
 * `CommandError`, which names the variable and never the path.
 */
export function readSecretFile(variable: string, path: string): string {
  const bytes = readBytes(variable, path);
  const text = decode(bytes);
  if (text === undefined) throw new CommandError(`${variable} names a file that is not UTF-8`);
  if (!/^\r?\n?$/.test(text)) return text;
  throw new CommandError(`${variable} names a file that is empty`);
}

/** Opens without waiting, since a pipe without a writer would hold the command for ever; a device may have no end. */
function readBytes(variable: string, path: string): Uint8Array {
  let file: number | undefined;
  try {
    // Windows has no such flag, and no pipes among its files.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    if (!fstatSync(file).isFile()) {
      throw new CommandError(`${variable} names something that is not a regular file`);
    }
    // One byte more than allowed: the size that a file reports can be 0, as under /proc, or change.
    const buffer = new Uint8Array(mostBytes + 1);
    let size = 0;
    for (let read = -1; read !== 0 && size <= mostBytes; size += read) {
      read = readSync(file, buffer, size, buffer.length - size, null);
    }
    if (size <= mostBytes) return buffer.subarray(0, size);
    throw new CommandError(`${variable} names a file that is larger than 64 KiB`);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(`${variable} names a file that cannot be read (${code})`);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Decodes UTF-8 without the mark that editors on Windows put before it; undefined for other encodings. */
function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
