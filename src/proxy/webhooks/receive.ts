/**
 * `POST /webhooks`: events of the service. The size is counted before anything is computed, the signature is of the
 * raw bytes, and nothing is parsed that is not signed. Who shows no signature is limited by address; who does is
 * not, since an event that is refused may be lost. Rules for pages do not apply: a server calls.
 */
import { isKnownEventKind, type FinancingWebhookEvent } from '../../contract/index.js';
import { isTimeout, withDeadline } from '../../internal/deadline.js';
import { askIntegrator } from '../gates/ask-integrator.js';
import { bodyLimits, readBody } from '../gates/json-body.js';
import type { Limits } from '../limits.js';
import { createMinuteThrottle, describeError, type LogEntry, type Logger } from '../log.js';
import { ProblemError } from '../problem.js';
import { isEvent } from './envelope.js';
import { outcomeOf } from './link-outcome.js';
import type { LinkStatus } from './link-status.js';
import { beingHandled, type OnceEach } from './once-each.js';
import type { WebhookDelivery, WebhookHandlers } from './handlers.js';

/** Milliseconds that the service waits for the integrator's handler. */
const handlerTimeout = 10_000;

/** Who called, as far as it is known. */
export interface WebhookCaller {
  readonly address: string | undefined;
  readonly requestId: string;
}

/** What the receiver works with. */
export interface WebhookParts {
  readonly onceEach: OnceEach;
  readonly linkStatus: LinkStatus;
  readonly limits: Pick<Limits, 'checkAddress'>;
  readonly logger: Logger;
}

/**
 * Returns what answers a delivery. Throws 401 `unauthorized`, 413 `body-too-large`, 400, 429 `rate-limited`,
 * 502 `service-error` when the handler throws, 503 when it takes too long, is running or has no store.
 */
export function createWebhookReceiver(
  { verify, parse, onEvent, onUnknown }: WebhookHandlers,
  { onceEach, linkStatus, limits, logger }: WebhookParts,
) {
  const isDue = createMinuteThrottle();

  /** The bytes, once it is known that the service sent them. */
  async function readVerified(request: Request, address: string | undefined) {
    try {
      const bytes = await readBody(request, bodyLimits.other);
      await checkSignature(request, bytes);
      return bytes;
    } catch (error) {
      await limits.checkAddress(address);
      throw error;
    }
  }

  async function checkSignature(request: Request, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    try {
      if ((await askIntegrator(request, () => verify(request, bytes))) === true) return;
    } catch (error) {
      // Many verifiers refuse by an error. One that takes too long is an operator's trouble, and no refusal.
      if (isTimeout(error)) throw error;
    }
    // A wrong secret looks like this; so does anybody's attempt, which must not fill the disk.
    if (isDue('unverified')) logger.warn({ event: 'webhook-unverified' });
    throw unauthorized();
  }

  async function readEvent(request: Request, bytes: Uint8Array<ArrayBuffer>) {
    let cause: unknown;
    try {
      const value: unknown = await askIntegrator(request, () => parse(bytes, request));
      if (isEvent(value)) return value;
    } catch (error) {
      if (isTimeout(error)) throw error;
      cause = error;
    }
    throw new ProblemError('invalid-request', 'The body is no event.', { cause });
  }

  /** The status that the handler's work amounts to. */
  async function handle(event: FinancingWebhookEvent, delivery: WebhookDelivery): Promise<number> {
    const reported = outcomeOf(event);
    if (reported) await linkStatus.note(reported);
    const handler = isKnownEventKind(event.eventType) ? onEvent : onUnknown;
    const returned = await handler(event, delivery);
    if (!(returned instanceof Response)) return 200;
    returned.body?.cancel().catch(() => undefined);
    // A redirect takes no event; 0 is the status of `Response.error()`.
    const isAnswer = returned.ok || returned.status >= 400;
    return isAnswer ? returned.status : 502;
  }

  return async (request: Request, { address, requestId }: WebhookCaller): Promise<Response> => {
    const bytes = await readVerified(request, address);
    const event = await readEvent(request, bytes);
    const logFailure = (details: Partial<LogEntry>) =>
      logger.error({ event: 'webhook-failure', requestId, ...details });

    let answered = 200;
    async function handleLogged(signal: AbortSignal): Promise<boolean> {
      try {
        answered = await handle(event, { bytes, request, signal });
      } catch (error) {
        if (error instanceof ProblemError) throw error;
        logFailure(describeError(error));
        throw new ProblemError('service-error', 'The event could not be handled.');
      }
      if (answered < 300) return true;
      logFailure({ status: answered });
      return false;
    }
    try {
      await withDeadline(handlerTimeout, undefined, (signal) =>
        onceEach(bytes, () => handleLogged(signal)),
      );
    } catch (error) {
      if (!isTimeout(error)) throw error;
      logFailure({ reason: 'timeout' });
      throw beingHandled();
    }
    return new Response(null, { status: answered });
  };
}

/** One answer to everything that is wrong with a signature. RFC 9110 section 15.5.2 wants a challenge. */
function unauthorized(): ProblemError {
  const headers = { 'www-authenticate': 'Signature' };
  return new ProblemError('unauthorized', 'This needs a valid signature.', { headers });
}
