import { execFileSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

export const mebibyte = 1024 * 1024;

/** The memory that a process has in use (its resident set), in bytes. */
export function memoryOf(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)])) * 1024;
}

/** The most memory that a process has in use until the work is done, in bytes, looked at every so many ms. */
export async function peakMemory(
  pid: number,
  work: Promise<unknown>,
  interval = 20,
): Promise<number> {
  let isOver = false;
  const over = work.finally(() => (isOver = true));
  let peak = memoryOf(pid);
  while (!isOver) {
    await pause(interval);
    peak = Math.max(peak, memoryOf(pid));
  }
  await over;
  return peak;
}
