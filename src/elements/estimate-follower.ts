/**
 * Keeps an element's estimate the answer to what the element asks now: a newer question drops the older one,
 * whose answer is then never heard, and a removed element asks nothing.
 * It does not know what the element shows, nor how the question travels.
 */
import type { ReactiveControllerHost } from 'lit';
import { questionKey, type EstimateQuestion } from '../client/estimate-batch.js';
import { isFinanced } from '../client/estimate-result.js';
import type { FinancingError } from '../client/financing-error.js';
import { pageClient } from '../client/page-client.js';
import { questionOf } from '../client/settings.js';
import type { EstimateResult } from '../contract/estimate.js';

/** Where an element is with its estimate. `unavailable`: the amount cannot be financed. */
export type EstimateStatus = 'idle' | 'loading' | 'ready' | 'unavailable' | 'error';

/** What came of the newest question. */
export interface EstimateOutcome {
  status: EstimateStatus;
  question?: EstimateQuestion | undefined;
  /** Present when ready. */
  estimate?: EstimateResult | undefined;
  /** Present after a failure. */
  error?: FinancingError | undefined;
}

export interface EstimateFollower extends Readonly<EstimateOutcome> {
  /** Asks again, whatever is kept. */
  refresh(): void;
}

/** Follows what `host` asks. `onSettled` runs when the host shows an answer or a failure. */
export function followEstimate(
  host: ReactiveControllerHost & Element,
  onSettled: (follower: EstimateFollower) => void = () => {},
): EstimateFollower {
  let client = pageClient();
  let asking = new AbortController();
  /** How to ask once more, though nothing has changed. */
  let again: 'default' | 'reload' | undefined;

  const follower: EstimateOutcome & EstimateFollower = {
    status: 'idle',
    refresh() {
      again = 'reload';
      host.requestUpdate();
    },
  };

  function follow(): void {
    const question = questionOf(host);
    const isSame = keyOf(question) === keyOf(follower.question) && client === pageClient();
    if (isSame && !again) return;
    asking.abort();
    Object.assign(follower, { question, estimate: undefined, error: undefined });
    follower.status = question ? 'loading' : 'idle';
    if (question) void ask(question);
  }

  async function ask(question: EstimateQuestion): Promise<void> {
    const { signal } = (asking = new AbortController());
    const cache = again ?? 'default';
    again = undefined;
    client = pageClient();
    const outcome = await client.estimate(question, { signal, cache }).then(
      (estimate): EstimateOutcome =>
        isFinanced(estimate) ? { status: 'ready', estimate } : { status: 'unavailable' },
      (error: FinancingError): EstimateOutcome => ({ status: 'error', error }),
    );
    if (signal.aborted) return;
    Object.assign(follower, outcome);
    host.requestUpdate();
    await host.updateComplete;
    if (!signal.aborted) onSettled(follower);
  }

  host.addController({
    hostUpdate() {
      if (host.isConnected) follow();
    },
    hostDisconnected() {
      // An element that is moved leaves and comes back in one go, and keeps its question.
      queueMicrotask(() => {
        if (host.isConnected) return;
        asking.abort();
        if (follower.status === 'loading') again = 'default';
      });
    },
  });
  return follower;
}

function keyOf(question: EstimateQuestion | undefined): string | undefined {
  return question && questionKey(question);
}
