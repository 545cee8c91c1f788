/**
 * Stands in for `EstimateFollower` on servers, where nobody asks: an element has the estimate that is given to it, or
 * none. It takes a price that `amount-from` points to, which is not there yet, for the one that the estimate is of.
 */
import { parseAmount } from '../client/amount.js';
import { readEstimate } from '../client/estimate-result.js';
import {
  jsonOf,
  outcomeOf,
  type FollowedEstimate,
  type EstimateOutcome,
} from './estimate-follower.js';

interface Host {
  readonly amount?: unknown;
  readonly amountFrom?: unknown;
  readonly estimate?: unknown;
}

/** The follower of an element that is rendered on a server. */
export function givenEstimate(host: Host): FollowedEstimate {
  return {
    get status() {
      return outcome(host).status;
    },
    get estimate() {
      return outcome(host).estimate;
    },
    hasNews: false,
    askAgain() {},
  };
}

function outcome({ amount, amountFrom, estimate }: Host): EstimateOutcome {
  const given = readEstimate(jsonOf(estimate) ?? '');
  const isWrong = !amountFrom && (amount ?? null) !== null && !parseAmount(amount);
  return given && !isWrong ? outcomeOf(given) : { status: 'idle' };
}
