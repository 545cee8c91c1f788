/**
 * Handles `POST /webhooks`: verifies an event from the service, handles it once, and responds with a status that says whether to
 * deliver it again. The rules for pages don't apply, because the caller is a server. A delivery is handled even if its sender
 * disconnects, because the event may not come again.
 */
import { isKnownEventKind } from '../../contract/index.js';
import type { KeyedHash } from '../../internal/crypto.js';
import { isTimeout, withDeadline } from '../../internal/deadline.js';
import { tryParseJsonBytes } from '../../internal/json.js';
import type { Limits } from '../limits/limits.js';
import type { LinkStatus } from '../link-status.js';
import type { LogEntry } from '../log-events.js';
import type { LogIds, Report } from '../report.js';
import type { ProxySettings } from '../proxy-settings.js';
import type { Store } from '../store.js';
import { handleOnce, stillHandling, type HandledWebhook } from './webhook-handling.js';
import { parseEvent, readVerifiedBytes } from './webhook-reading.js';
import { createSignatureCheck } from './webhook-signature.js';

/** The maximum time from a verified event to the response, in ms. */
const handlerTimeoutMs = 10_000;

/** Handles a delivery. Resolves with the status of the response. */
export type ReceiveWebhook = (
  request: Request,
  caller: { readonly address: string | undefined; readonly ids: LogIds },
) => Promise<number>;

/**
 * Creates the receiver. Returns undefined if there is neither a secret nor a `verify` function. The receiver throws 401
 * `unauthorized`, 413 `body-too-large`, 400, and 429 `rate-limited`. It throws 502 `service-error` if the handler throws. It
 * throws 503 if the handler takes too long or still runs for an earlier delivery, or if the store is unavailable.
 */
export function createWebhookReceiver({
  settings,
  report,
  ...parts
}: {
  readonly settings: ProxySettings['webhooks'];
  readonly store: Store;
  readonly hash: KeyedHash;
  readonly limits: Pick<Limits, 'admitWebhook'>;
  readonly linkStatus: Pick<LinkStatus, 'record'>;
  readonly report: Pick<Report, 'log' | 'observe'>;
}): ReceiveWebhook | undefined {
  const { secrets, header, parse = tryParseJsonBytes } = settings;
  const verify = settings.verify ?? (secrets && createSignatureCheck(secrets, header));
  if (!verify) return undefined;
  const ownHeader = settings.verify ? undefined : header;
  const verification = { verify, header: ownHeader, limits: parts.limits, report };
  const handling = { settings, ...parts };

  return async (request, { address, ids }) => {
    const logFailure = (details: Partial<LogEntry>) =>
      void report.log('webhook-failure', { ...ids, ...details });
    let kind = 'unread';
    let outcome: HandledWebhook['outcome'] | 'refused' = 'refused';
    try {
      const bytes = await readVerifiedBytes(verification, request, address);
      const event = await parseEvent(parse, request, bytes);
      kind = isKnownEventKind(event.eventType) ? event.eventType : 'other';
      outcome = 'failed';
      const handled = await withDeadline(handlerTimeoutMs, undefined, (signal) =>
        handleOnce(handling, event, { bytes, request, signal }, logFailure),
      ).catch((error: unknown) => {
        if (!isTimeout(error)) throw error;
        logFailure({ reason: 'timeout' });
        throw stillHandling();
      });
      outcome = handled.outcome;
      return handled.status;
    } finally {
      report.observe({ type: 'webhook', kind, outcome });
    }
  };
}
