/**
 * Asks the proxy how the applications behind the page's links have ended: when the page becomes visible again, and
 * every five seconds while it is visible. All links share one timer and one listener. Asking ends with a final status,
 * when the proxy does not know the link, after 30 minutes, or when the caller aborts. A failed call is ignored, since the
 * next one follows soon.
 */
import type { Fetch } from './post-json.js';

/** How an application can end. */
export type FinalStatus = 'completed' | 'aborted';

export interface LinkStatusPollerOptions {
  fetch: Fetch;
  /** The time in ms. */
  now(): number;
  /** Its visibility is followed; without one, as on servers, the page counts as visible. */
  document: LinkStatusDocument | undefined;
}

export type LinkStatusDocument = Pick<Document, 'addEventListener'> &
  Partial<Pick<Document, 'visibilityState'>>;

/** Resolves with the final status, or with undefined once asking has ended without one. */
export type PollLinkStatus = (
  endpoint: string,
  token: string,
  signal?: AbortSignal,
) => Promise<FinalStatus | undefined>;

const period = 5_000;
const maxDuration = 30 * 60_000;

/** Creates the poller of a page. */
export function createLinkStatusPoller(options: LinkStatusPollerOptions): PollLinkStatus {
  const { fetch, now, document } = options;
  const polls = new Set<() => Promise<void>>();
  let timer: ReturnType<typeof setInterval> | undefined;

  function pollAll(): void {
    if (document?.visibilityState !== 'hidden') for (const poll of polls) void poll();
  }

  return (endpoint, token, signal) =>
    new Promise((resolve) => {
      const end = (status?: FinalStatus) => {
        polls.delete(poll);
        signal?.removeEventListener('abort', onAbort);
        if (!polls.size) timer = clearInterval(timer) as undefined;
        resolve(status);
      };
      const onAbort = () => end();
      const endsAt = now() + maxDuration;

      async function poll(): Promise<void> {
        if (now() >= endsAt) return end();
        const timeout = AbortSignal.timeout(period);
        try {
          const response = await fetch(
            new Request(`${endpoint}/link-status`, {
              headers: { Authorization: `Bearer ${token}` },
              redirect: 'error',
              signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
            }),
          );
          if (response.status === 401 || response.status === 404) return end();
          const { status } = Object(await response.json()) as { status?: unknown };
          if (status === 'completed' || status === 'aborted') end(status);
        } catch {
          // The next turn asks again.
        }
      }

      if (signal?.aborted) return end();
      signal?.addEventListener('abort', onAbort);
      polls.add(poll);
      document?.addEventListener('visibilitychange', pollAll); // the same function twice is one listener
      timer ??= setInterval(pollAll, period);
    });
}
