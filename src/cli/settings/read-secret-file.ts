import { CommandError } from './command-error.js';
import { readTextFile } from './read-text-file.js';

/** Largest file that holds a secret, in KiB. */
const mostKibibytes = 64;

/**
 * Reads a file that holds a secret: a regular file of at most 64 KiB, in UTF-8 with or without a byte order mark. Throws
 * `CommandError`, which names the variable and never the path.
 */
export function readSecretFile(variable: string, path: string): string {
  const text = readTextFile(variable, path, mostKibibytes);
  if (!/^\r?\n?$/.test(text)) return text;
  throw new CommandError(`${variable} names a file that is empty`);
}
