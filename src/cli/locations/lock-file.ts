import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { CommandError } from '../settings/index.js';

/**
 * Locks the file for this run, by a file beside it with the process number and the machine's name. Replaces a lock that a
 * crash left on this machine. Keeps one from another machine or container, since its process may still run. Returns a
 * function that releases the lock. Throws `CommandError`.
 */
export function lockFile(file: string): () => void {
  const lock = `${file}.lock`;
  if (!create(lock)) {
    const owner = readOwner(lock);
    if (owner !== undefined) removeOld(lock, owner, file);
    if (!create(lock)) throw new CommandError(`${file} is in use by another run`);
  }
  return () => rmSync(lock, { force: true });
}

/** Removes a lock whose process has ended. Throws `CommandError` where it may be running. */
function removeOld(lock: string, [pid = '', host = '']: readonly string[], file: string): void {
  if (host !== hostname()) {
    const owner = host ? `process ${pid} on ${host}` : 'another run';
    throw new CommandError(
      `${file} is in use by ${owner}; wait for it, or delete ${lock} if it has ended`,
    );
  }
  // A process with the number of this one has ended, as at each start of a container.
  if (Number(pid) !== process.pid && isRunning(Number(pid))) {
    throw new CommandError(
      `${file} is in use by process ${pid}; wait for it, or delete ${lock} if it is another program`,
    );
  }
  rmSync(lock, { force: true });
}

/** Returns false where the file exists. */
function create(lock: string): boolean {
  let handle: number | undefined;
  try {
    handle = openSync(lock, 'wx');
    writeSync(handle, `${process.pid} ${hostname()}`);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    // On a full disk, it would have no owner, and lock the file for good.
    if (handle !== undefined) rmSync(lock, { force: true });
    throw new CommandError(`${lock} cannot be written (${code})`);
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/** The number of the process and the name of its machine; undefined where the run has just ended. */
function readOwner(lock: string): string[] | undefined {
  try {
    return readFileSync(lock, 'utf8').split(' ');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    return process.kill(pid, 0); // sends no signal
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
