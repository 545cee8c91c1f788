/**
 * Returns a function that loads a file of the script once. A failed load is retried on the next call. Firefox caches the
 * failure until the page reloads.
 */
export function loadOnce<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loading: Promise<Loaded> | undefined;
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
}
