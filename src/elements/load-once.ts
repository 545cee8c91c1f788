/**
 * Returns a function that loads a part of the script once. A failed load is retried on the next call. Firefox caches the
 * failure until the page reloads.
 */
export function loadOnce<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let loading: Promise<Part> | undefined;
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
}
