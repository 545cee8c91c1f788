/** Resolves after this time. Runs on every runtime, unlike `node:timers/promises`. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
