// @ts-check
/**
 * Holds processes to a share of a core each, as `cpulimit` does: `node hold.js <share> <pid> …`. They run in turn and
 * are stopped in between, so that no two of them run at once. It is a process of its own, since its parent is too
 * busy with the load to look at the clock, and it ends with its parent.
 */
import { setTimeout } from 'node:timers/promises';

/** Milliseconds in which each has its turn: short beside the 200 ms that a proxy waits for Redis. */
const cycle = 60;

const [share = 1, ...pids] = process.argv.slice(2).map(Number);
const turn = share * cycle;

process.on('disconnect', () => {
  for (const pid of pids) process.kill(pid, 'SIGCONT');
  process.exit();
});

for (const pid of pids) process.kill(pid, 'SIGSTOP');
for (;;) {
  for (const pid of pids) {
    process.kill(pid, 'SIGCONT');
    await setTimeout(turn);
    process.kill(pid, 'SIGSTOP');
    await setTimeout(cycle / pids.length - turn);
  }
}
