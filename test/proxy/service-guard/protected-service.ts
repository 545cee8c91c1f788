import type { OperationName } from '../../../src/contract/index.js';
import { ProblemError } from '../../../src/proxy/http/problem.js';
import {
  guardService,
  type ServiceGuardOptions,
} from '../../../src/proxy/service-guard/guard-service.js';
import { ServiceResponseError, type FinancingService } from '../../../src/service/index.js';
import { samples } from '../../support/samples.js';

/** How a call of an operation ends at the service; a call without a location has an empty one. */
export type Respond = (operation: OperationName, merchantLocation: string) => Promise<unknown>;

/** A protected service whose every call ends as `respond` says, on a clock that moves when told to. */
export function createProtected(respond: Respond, options: ServiceGuardOptions = {}) {
  const clock = { now: 1e6 };
  const seen = { calls: 0, inFlight: 0, most: 0 };
  const run = async (operation: OperationName, merchantLocation = '') => {
    seen.calls += 1;
    seen.inFlight += 1;
    seen.most = Math.max(seen.most, seen.inFlight);
    try {
      return await respond(operation, merchantLocation);
    } finally {
      seen.inFlight -= 1;
    }
  };
  const service = {
    estimatePayments: (_items, query) => run('estimatePayments', query?.location),
    createPayOverTimeLink: (request) => run('createPayOverTimeLink', request.location),
    createPrequalLink: (request) => run('createPrequalLink', request.location),
    addMerchantLocation: (request) => run('addMerchantLocation', request.location),
    getMerchantStatus: (merchantLocation) => run('getMerchantStatus', merchantLocation),
  } as { [Name in OperationName]: (...args: Parameters<FinancingService[Name]>) => unknown };
  const all = { now: () => clock.now, ...options };
  return { clock, seen, service: guardService(service as FinancingService, all) };
}

/** One plain estimation. */
export const estimate = (service: FinancingService, merchantLocation?: string) =>
  service.estimatePayments([{ id: 'sofa', totalAmount: 1299 }], {
    ...(merchantLocation !== undefined && { location: merchantLocation }),
  });

/** The error of an answer with this status. */
export function answered(operation: OperationName, status: number) {
  const rest = {
    contractMessage: undefined,
    conditions: [],
    states: [],
    retryAfterSeconds: undefined,
  };
  return new ServiceResponseError(operation, { status, ...rest });
}

/** A service that answers 500. */
export const serverError: Respond = async (operation) => Promise.reject(answered(operation, 500));

/** The code of a refusal of ours; undefined for every other outcome. */
export async function refusalCode(call: Promise<unknown>): Promise<string | undefined> {
  const error: unknown = await call.catch((reason: unknown) => reason);
  return error instanceof ProblemError ? error.code : undefined;
}

/** Calls until the circuit is open, at most 20 times, and returns how often that was. */
export async function callUntilOpen(call: () => Promise<unknown>): Promise<number> {
  for (let calls = 0; calls < 20; calls += 1) {
    if ((await refusalCode(call())) === 'service-busy') return calls;
  }
  return Infinity;
}

/** The five operations. */
export const names = Object.keys(samples) as OperationName[];
