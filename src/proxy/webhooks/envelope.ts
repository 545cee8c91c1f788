import type { FinancingWebhookEvent } from '../../contract/index.js';
import { tryParseJsonBytes } from '../../internal/json.js';

/** Reads the usual envelope: JSON in UTF-8 as `{"eventType": "…", "payload": {…}}`. Undefined for other bytes. */
export function parseEnvelope(bytes: Uint8Array): FinancingWebhookEvent | undefined {
  const value = tryParseJsonBytes(bytes);
  return isEvent(value) ? value : undefined;
}

/** True for an object with any kind and a payload. Other members are allowed. */
export function isEvent(value: unknown): value is FinancingWebhookEvent {
  if (!isObject(value)) return false;
  const { eventType, payload } = value;
  return typeof eventType === 'string' && eventType !== '' && isObject(payload);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
