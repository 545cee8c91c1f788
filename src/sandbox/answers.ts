/**
 * What the sandbox answers to each operation when nothing is armed: the rules of the service document, and its
 * errors as entries of the operations table. An answer is the body of a success, or a thrown `Refusal`; it knows
 * neither routes nor faults.
 *
 * Not shown: which error wins where several apply. We look at credentials, then at the shape, then at the rest.
 * Not shown: the error for malformed input on estimation and on the links. We answer 500, the only declared
 * status that fits; onboarding declares 400 for it.
 */
import type { OperationName } from '../contract/index.js';
import type { Call } from './call.js';
import { estimatePayments } from './estimation.js';
import { createPayOverTimeLink, createPrequalLink } from './links.js';
import { addMerchantLocation, getMerchantStatus } from './onboarding.js';

/** The answer to each operation. */
export const answers: Record<OperationName, (call: Call) => Promise<unknown>> = {
  estimatePayments,
  createPayOverTimeLink,
  createPrequalLink,
  addMerchantLocation,
  getMerchantStatus,
};
