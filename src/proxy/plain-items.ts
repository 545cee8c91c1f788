/**
 * Estimation items as pages send them: a few ASCII characters, dollars and cents. Whatever else may be allowed is left
 * to the schema, and so is every refusal. A test holds the two against each other.
 */
import type { EstimateItem } from '../contract/index.js';

/** Most items of one estimation. */
export const maxItems = 500;

/** Most characters of an item's id. */
export const maxIdLength = 128;

/** Most US dollars of an item. */
export const maxAmount = 999_999_999.99;

/** The items, which have no other members, when all are plain and their ids differ; undefined otherwise. */
export function readPlainItems(json: unknown): EstimateItem[] | undefined {
  if (!Array.isArray(json) || json.length === 0 || json.length > maxItems) return undefined;
  if (!json.every(isPlain)) return undefined;
  if (new Set(json.map(({ id }) => id)).size < json.length) return undefined;
  return json;
}

function isPlain(value: unknown): value is EstimateItem {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 2) return false;
  const { id, totalAmount } = value as Readonly<Record<string, unknown>>;
  return (
    typeof id === 'string' &&
    id.length <= maxIdLength &&
    /^[ -~]+$/.test(id) &&
    typeof totalAmount === 'number' &&
    totalAmount > 0 &&
    totalAmount <= maxAmount &&
    Math.round(totalAmount * 100) / 100 === totalAmount
  );
}
