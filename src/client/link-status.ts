/**
 * Asks the proxy how the applications behind the page's links have ended: whenever the page comes into view again,
 * and every five seconds while it is in view. All links share one timer and one listener. A link is asked about
 * until it has ended, the proxy does not know it, 30 minutes are over, or its caller aborts. A call that fails is
 * made up for by the next one.
 *
 * It does not know what a link is for, nor what an application decided: the proxy says no more than this.
 */
import type { Fetch } from './post-json.js';

/** How an application can end. */
export type FinalStatus = 'completed' | 'aborted';

export interface LinkStatusOptions {
  fetch: Fetch;
  /** The time in ms. */
  now(): number;
  /** Whose coming into view is followed; without one, as on servers, everything is in view. */
  document: LinkStatusDocument | undefined;
}

export type LinkStatusDocument = Pick<Document, 'addEventListener'> &
  Partial<Pick<Document, 'visibilityState'>>;

/** Resolves with how the application ended, or with undefined once it is not asked about any more. */
export type FollowLink = (
  endpoint: string,
  token: string,
  signal: AbortSignal,
) => Promise<FinalStatus | undefined>;

const period = 5_000;
const patience = 30 * 60_000;

/** Creates what follows the links of a page. */
export function createLinkStatus({ fetch, now, document }: LinkStatusOptions): FollowLink {
  const asks = new Set<() => Promise<void>>();
  let timer: ReturnType<typeof setInterval> | undefined;

  function takeTurn(): void {
    if (document?.visibilityState !== 'hidden') for (const ask of asks) void ask();
  }

  return (endpoint, token, signal) =>
    new Promise((resolve) => {
      const end = (ended?: FinalStatus) => {
        asks.delete(ask);
        if (!asks.size) timer = clearInterval(timer) as undefined;
        resolve(ended);
      };
      const giveUpAt = now() + patience;

      async function ask(): Promise<void> {
        if (now() >= giveUpAt) return end();
        try {
          const response = await fetch(
            new Request(`${endpoint}/link-status`, {
              headers: { Authorization: `Bearer ${token}` },
              redirect: 'error',
              signal: AbortSignal.any([signal, AbortSignal.timeout(period)]),
            }),
          );
          if (response.status === 401 || response.status === 404) return end();
          const { status: said } = Object(await response.json()) as { status?: unknown };
          if (said === 'completed' || said === 'aborted') end(said);
        } catch {
          // The next turn asks again.
        }
      }

      if (signal.aborted) return end();
      signal.addEventListener('abort', () => end(), { once: true });
      asks.add(ask);
      document?.addEventListener('visibilitychange', takeTurn); // a second time changes nothing
      timer ??= setInterval(takeTurn, period);
    });
}
