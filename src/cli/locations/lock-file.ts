import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { CommandError } from '../settings/index.js';

/**
 * Keeps a second run on this machine from the same file, by a file beside it with the number of the process. One that a
 * crash left behind is replaced. Returns the function that gives the file free. Throws `CommandError`.
 */
export function lockFile(file: string): () => void {
  const lock = `${file}.lock`;
  if (!create(lock)) {
    const owner = Number(readFileSync(lock, 'utf8'));
    if (owner !== process.pid && isRunning(owner)) {
      throw new CommandError(
        `${file} is in use by process ${owner}; wait for it, or delete ${lock} if it is another program`,
      );
    }
    rmSync(lock, { force: true });
    if (!create(lock)) throw new CommandError(`${file} is in use by another run`);
  }
  return () => rmSync(lock, { force: true });
}

/** Returns false where the file exists. */
function create(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    throw new CommandError(`${lock} cannot be written (${code})`);
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
