// @ts-check
/** Finds the Debian servers and tools that full tests need. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { notRun } from './not-run.js';
import { programs, requiredIn } from './requirements.js';

/** Debian installs servers here, which isn't in every user's PATH. */
const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin'];

/** @param {string} program @returns {string | undefined} its path */
function find(program) {
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path));
}

const required = requiredIn('REQUIRED_SERVERS');

/** Returns the programs that REQUIRED_SERVERS names and that aren't installed. */
export function missingPrograms() {
  return Object.entries(programs)
    .filter(([name, { program }]) => required.includes(name) && !find(program))
    .map(([, { program }]) => program);
}

/**
 * Declares tests that need a program with its path, or reports that it isn't installed. Throws if REQUIRED_SERVERS
 * names it.
 * @param {keyof typeof programs} name
 * @param {string} what the tests, such as `the Redis store`
 * @param {(path: string) => void} declare
 */
export function withProgram(name, what, declare) {
  const { program, from } = programs[name];
  const path = find(program);
  if (path) return declare(path);
  if (required.includes(name)) throw new Error(`${program} is required, and not installed`);
  notRun(what, `${program} is not installed (Debian: apt install ${from})`);
}
