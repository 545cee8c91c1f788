// @ts-check
/** Finds the servers and tools of Debian that full tests need. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { notRun } from './not-run.js';
import { programs, requiredIn } from './requirements.js';

/** Debian keeps servers here, which is not in the PATH of every user. */
const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin'];

/** @param {string} program @returns {string | undefined} its path */
function find(program) {
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path));
}

const required = requiredIn('REQUIRED_SERVERS');

/** The programs that REQUIRED_SERVERS asks for, and that are not installed. */
export function missingPrograms() {
  return Object.entries(programs)
    .filter(([name, { program }]) => required.includes(name) && !find(program))
    .map(([, { program }]) => program);
}

/**
 * Declares tests that need a program, by its path. Where it is not installed, it declares none and says so; when
 * REQUIRED_SERVERS names it, it throws.
 * @param {keyof typeof programs} name
 * @param {string} what the tests, as in `the Redis store`
 * @param {(path: string) => void} declare
 */
export function withProgram(name, what, declare) {
  const { program, from } = programs[name];
  const path = find(program);
  if (path) return declare(path);
  if (required.includes(name)) throw new Error(`${program} is required, and not installed`);
  notRun(what, `${program} is not installed (Debian: apt install ${from})`);
}
