/**
 * The answer to each operation where no fault is armed: the rules of the service document, with its errors as entries of
 * the operations table. An answer is the body of a success, or a thrown `Refusal`.
 *
 * Not shown: which error wins where several apply. We check credentials, then the shape, then the rest.
 * Not shown: the error for malformed input on estimation and on the links. We answer 500, the only declared
 * status that fits; onboarding declares 400 for it.
 */
import type { OperationName } from '../../contract/index.js';
import type { Call } from './call.js';
import { estimatePayments } from './estimation.js';
import { createPayOverTimeLink, createPrequalLink } from './links.js';
import { addMerchantLocation, getMerchantStatus } from './onboarding.js';

export { describeIssues, type Call } from './call.js';
export { estimate, termInMonths } from './estimation.js';
export { onboardingExpiry } from './onboarding.js';
export { Refusal } from './refusal.js';

/** The answer to each operation. */
export const answers: Record<OperationName, (call: Call) => Promise<unknown>> = {
  estimatePayments,
  createPayOverTimeLink,
  createPrequalLink,
  addMerchantLocation,
  getMerchantStatus,
};
