interface HeldTimer {
  readonly delay: number;
  /** Runs it now, unless it has been cleared. */
  fire(): void;
}

/** Holds the timers whose delay the test wants to decide about, until `release()`. */
export function holdTimers(isHeld: (delay: number) => boolean) {
  const { setTimeout, clearTimeout } = globalThis;
  const held = new Map<number, HeldTimer>();
  let handles = -1;
  globalThis.setTimeout = ((run: () => void, delay = 0) => {
    if (!isHeld(delay)) return setTimeout(run, delay);
    const handle = handles--; // no timer of the browser's has a negative one
    const fire = () => {
      if (held.delete(handle)) run();
    };
    held.set(handle, { delay, fire });
    return handle;
  }) as never;
  globalThis.clearTimeout = ((handle?: number) => {
    if (!held.delete(handle!)) clearTimeout(handle);
  }) as never;
  return {
    get timers(): HeldTimer[] {
      return [...held.values()];
    },
    release() {
      Object.assign(globalThis, { setTimeout, clearTimeout });
    },
  };
}
