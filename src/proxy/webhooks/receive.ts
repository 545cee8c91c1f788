/**
 * `POST /webhooks`: events of the service. The size is limited before anything is computed, the signature covers the raw
 * bytes, and nothing unsigned is parsed. Only deliveries without a valid signature count against the rate limit: a
 * refused event can be lost. An address over that limit, or with 64 deliveries that are not verified yet, is refused before
 * its body is read, unless it has sent a signed event within a day: where a load balancer hides the addresses, the service
 * may share one with an attacker. The rules for pages do not apply, since a server calls. A delivery is handled also where
 * its sender has hung up: the event may not come again.
 */
import { isKnownEventKind, type FinancingWebhookEvent } from '../../contract/index.js';
import { isTimeout, withDeadline } from '../../internal/deadline.js';
import { bodyLimits, callHook, readBody, type RateGate } from '../gates/index.js';
import { ProblemError } from '../http/index.js';
import { reportedOutcomeOf, type LinkStatus } from '../link-status/index.js';
import {
  createMinuteThrottle,
  describeError,
  type LogEntry,
  type LogIds,
  type Logger,
} from '../log/index.js';
import type { Observer, ObserverEvent } from '../observer/index.js';
import { stillHandling, type EventDeduplicator } from './deduplicator.js';
import { isEvent } from './envelope.js';
import type { WebhookDelivery, WebhookHandlers } from './handlers.js';

/** Milliseconds that the service waits for the integrator's handler. */
const handlerTimeout = 10_000;

/** The caller of a delivery. */
export interface WebhookCaller {
  readonly address: string | undefined;
  readonly ids: LogIds;
}

/** The parts of a proxy that the receiver uses. */
export interface WebhookParts {
  readonly deduplicate: EventDeduplicator;
  readonly linkStatus: LinkStatus;
  readonly checkRate: RateGate;
  readonly logger: Logger;
  readonly observer?: Observer | undefined;
}

/** What becomes of a delivery, for the observer. */
type Report = { -readonly [Name in 'kind' | 'outcome']: WebhookReport[Name] };
type WebhookReport = Extract<ObserverEvent, { type: 'webhook' }>;

/** Answers a delivery. */
export type WebhookReceiver = (request: Request, caller: WebhookCaller) => Promise<Response>;

/**
 * Creates the receiver. It throws 401 `unauthorized`, 413 `body-too-large`, 400, 429 `rate-limited`, 502 `service-error`
 * when the handler throws, and 503 when the handler takes too long or is running, or the store is unavailable.
 */
export function createWebhookReceiver(
  { verify, signatureTime, parse, onEvent, onUnknown }: WebhookHandlers,
  { deduplicate, linkStatus, checkRate, logger, observer }: WebhookParts,
): WebhookReceiver {
  const isDue = createMinuteThrottle();

  async function readVerified(request: Request, address: string | undefined) {
    await checkRate.checkRefused(address);
    return checkRate.limitRunning(address, async () => {
      try {
        const bytes = await readBody(request, bodyLimits.other);
        await checkSignature(request, bytes);
        await checkRate.exempt(address);
        return bytes;
      } catch (error) {
        await checkRate(address);
        throw error;
      }
    });
  }

  async function checkSignature(request: Request, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    try {
      if ((await callHook(undefined, () => verify(request, bytes))) === true) return;
    } catch (error) {
      // Many verifiers refuse by throwing. A verifier that takes too long has failed, and refused nothing.
      if (isTimeout(error)) throw error;
    }
    // A wrong secret looks like this, but so does an attack, which must not fill the disk.
    if (isDue('unverified')) logger.warn({ event: 'webhook-unverified' });
    throw unauthorized();
  }

  async function readEvent(request: Request, bytes: Uint8Array<ArrayBuffer>) {
    let cause: unknown;
    try {
      const value: unknown = await callHook(undefined, () => parse(bytes, request));
      if (isEvent(value)) return value;
    } catch (error) {
      if (isTimeout(error)) throw error;
      cause = error;
    }
    throw new ProblemError('invalid-request', 'The body is not an event.', { cause });
  }

  /** Resolves with the status to answer. */
  async function handle(event: FinancingWebhookEvent, delivery: WebhookDelivery): Promise<number> {
    const reported = reportedOutcomeOf(event);
    if (reported) await linkStatus.record(reported);
    const handler = isKnownEventKind(event.eventType) ? onEvent : onUnknown;
    const returned = await handler(event, delivery);
    if (!(returned instanceof Response)) return 200;
    returned.body?.cancel().catch(() => undefined);
    // A redirect has not taken the event, and the status of `Response.error()` is 0.
    const isAnswer = returned.ok || returned.status >= 400;
    return isAnswer ? returned.status : 502;
  }

  /** Resolves with the status to answer, and reports what became of the delivery. */
  async function receive(
    request: Request,
    { address, ids }: WebhookCaller,
    report: Report,
  ): Promise<number> {
    const bytes = await readVerified(request, address);
    const event = await readEvent(request, bytes);
    report.kind = isKnownEventKind(event.eventType) ? event.eventType : 'other';
    report.outcome = 'repeated';
    const logFailure = (details: Partial<LogEntry>) => {
      if (isDue('failure')) logger.error({ event: 'webhook-failure', ...ids, ...details });
    };

    let status = 200;
    async function handleLogged(signal: AbortSignal): Promise<boolean> {
      report.outcome = 'failed';
      try {
        status = await handle(event, { bytes, request, signal });
      } catch (error) {
        if (error instanceof ProblemError) throw error;
        logFailure(describeError(error));
        throw new ProblemError('service-error', 'The event could not be handled.');
      }
      if (status < 300) {
        report.outcome = 'handled';
        return true;
      }
      logFailure({ status });
      return false;
    }
    try {
      await withDeadline(handlerTimeout, undefined, (signal) =>
        deduplicate({ bytes, time: signatureTime(request) }, () => handleLogged(signal)),
      );
    } catch (error) {
      if (!isTimeout(error)) throw error;
      logFailure({ reason: 'timeout' });
      throw stillHandling();
    }
    return status;
  }

  return async (request, caller) => {
    const report: Report = { kind: 'unread', outcome: 'refused' };
    try {
      return new Response(null, { status: await receive(request, caller, report) });
    } catch (error) {
      if (report.outcome === 'repeated') report.outcome = 'failed';
      throw error;
    } finally {
      observer?.({ type: 'webhook', ...report });
    }
  };
}

/** One answer for every defect of a signature. RFC 9110 section 15.5.2 requires a challenge. */
function unauthorized(): ProblemError {
  const headers = { 'www-authenticate': 'Signature' };
  return new ProblemError('unauthorized', 'This needs a valid signature.', { headers });
}
