import { operations, type EstimateResult, type Vertical } from '../contract/index.js';
import { estimate } from './calculator.js';
import { check, findAlliance, findMerchant, readBody, type Call } from './call.js';
import { Refusal } from './refusal.js';
import type { Alliance } from './state.js';

const { errors, query, request } = operations.estimatePayments;

/** Estimates each amount of a request at the vertical of its location, or else of the alliance. */
export async function estimatePayments(call: Call): Promise<EstimateResult[]> {
  const alliance = findAlliance(call, 'estimatePayments', errors.badCredentials);
  const { location } = check(Object.fromEntries(call.url.searchParams), query, errors.serverError);
  const items = await readBody(call, request, errors.serverError);
  const vertical = findVertical(alliance, location);
  return items.map((item) => estimate(item, vertical));
}

function findVertical(alliance: Alliance, location: string | undefined): Vertical {
  const [vertical, ...furtherVerticals] = alliance.verticals;
  if (!vertical) throw new Refusal(errors.verticalNotFound);
  if (location) return findMerchant(alliance, location, errors).vertical;
  if (furtherVerticals.length > 0) throw new Refusal(errors.locationRequired);
  return vertical;
}
