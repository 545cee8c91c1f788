// @ts-check

/**
 * Prints the progress of a long run and the estimated time left. @param {number} total number of steps
 * @returns {(what: string) => void} call it after each step
 */
export function startProgress(total) {
  const start = performance.now();
  let done = 0;
  return (what) => {
    done += 1;
    const elapsed = (performance.now() - start) / 1000;
    const left = (elapsed / done) * (total - done);
    console.log(`${done}/${total} ${what}: ${clock(elapsed)} gone, about ${clock(left)} to go`);
  };
}

/** @param {number} seconds */
const clock = (seconds) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
