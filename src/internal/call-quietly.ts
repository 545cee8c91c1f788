/**
 * Calls an integrator's callback that only gets a report. If it throws, or if it's `async` and rejects later, its error goes to
 * `onError`. Otherwise, the error would end the work that is reported, or crash the process as an unhandled rejection.
 */
export async function callQuietly(
  call: () => unknown,
  // oxlint-disable-next-line no-console -- the callback that failed may be the one that logs
  onError: (error: unknown) => void = (error) => console.error(error),
): Promise<void> {
  try {
    await call();
  } catch (error) {
    onError(error);
  }
}
