import type { OperationName } from '../../contract/index.js';
import type { createGates } from '../gates/index.js';
import { addMerchantLocation } from './add-merchant-location.js';
import { createPayOverTimeLink } from './create-pay-over-time-link.js';
import { createPrequalLink } from './create-prequal-link.js';
import { estimatePayments } from './estimate-payments.js';
import { getMerchantStatus } from './get-merchant-status.js';
import type { OperationAnswer, OperationParts } from './operation.js';

/** Answers the requests of one operation. Throws a `ProblemError`, or an error of the service client. */
export type OperationHandler = (
  request: Request,
  pathLocation?: string,
) => Promise<OperationAnswer>;

/**
 * Creates the handlers of the operations behind their gates. An operation that is safe to retry ends with its caller, by
 * the signal of the request; a send goes on without its caller, since its link may exist already.
 */
export function createOperationHandlers(
  behindGates: ReturnType<typeof createGates>,
  parts: OperationParts,
): Readonly<Record<OperationName, OperationHandler>> {
  return {
    estimatePayments: behindGates(estimatePayments(parts)),
    createPayOverTimeLink: behindGates(createPayOverTimeLink(parts)),
    createPrequalLink: behindGates(createPrequalLink(parts)),
    addMerchantLocation: behindGates(addMerchantLocation(parts)),
    getMerchantStatus: behindGates(getMerchantStatus(parts)),
  };
}
