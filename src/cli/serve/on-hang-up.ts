import { closeSync, openSync } from 'node:fs';
import { isatty } from 'node:tty';

/**
 * Calls a function at each SIGHUP, never twice at a time. Signals that come before the function is known are answered once
 * it is; without a listener, the signal would end the process. When a terminal closes, its programs get the same signal:
 * they stop then, as at Ctrl+C.
 */
export function onHangUp(work: Promise<() => Promise<void>>): void {
  const isInTerminal = isatty(0);
  let last: Promise<void> = Promise.resolve();
  let isWaiting = false;

  async function next(): Promise<void> {
    const run = await work;
    isWaiting = false;
    await run();
  }

  process.on('SIGHUP', () => {
    if (isInTerminal && !hasTerminal()) return void process.kill(process.pid, 'SIGINT');
    if (isWaiting) return;
    isWaiting = true;
    last = last.then(next);
  });
}

function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return true;
  } catch {
    return false;
  }
}
