import type { FinancingWebhookEvent } from '../../contract/index.js';
import { parseEnvelope } from './envelope.js';
import { createSignatureCheck, signatureTimeOf } from './signature.js';

/** Tells whether the service sent these bytes: only `true` passes. The body of the request has been read. */
export type VerifyWebhook = (
  request: Request,
  bytes: Uint8Array<ArrayBuffer>,
) => boolean | Promise<boolean>;

/** Makes an event of the bytes of a request. An error, or a result that is not an event, is answered with 400. */
export type ParseWebhook = (
  bytes: Uint8Array<ArrayBuffer>,
  request: Request,
) => FinancingWebhookEvent | undefined | Promise<FinancingWebhookEvent | undefined>;

/** The request that an event came with. */
export interface WebhookDelivery {
  /** The body as it was signed. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** For its headers; its body has been read. */
  readonly request: Request;
  /** Aborts when the time is up, and the service has been told to deliver again. */
  readonly signal: AbortSignal;
}

/**
 * Handles an event. The service is answered when it is done: 2xx, so that the event is not delivered again; 5xx when it
 * throws, or takes longer than 10 s. When it returns a `Response`, such as that of a `fetch`, the service gets its status.
 */
export type WebhookHandler<Event> = (event: Event, delivery: WebhookDelivery) => unknown;

/** The options of the route once they are checked, with their defaults. */
export interface WebhookSettings {
  readonly secrets?: readonly string[] | undefined;
  readonly header: string;
  readonly verify?: VerifyWebhook | undefined;
  readonly parse?: ParseWebhook | undefined;
  readonly onEvent?: WebhookHandler<FinancingWebhookEvent> | undefined;
  readonly onUnknown?: WebhookHandler<FinancingWebhookEvent> | undefined;
}

/** How the route verifies, reads and handles deliveries. */
export interface WebhookHandlers {
  readonly verify: VerifyWebhook;
  /** Returns the time of a verified signature; undefined where the integrator verifies, by a scheme of its own. */
  readonly signatureTime: (request: Request) => string | undefined;
  readonly parse: ParseWebhook;
  readonly onEvent: WebhookHandler<FinancingWebhookEvent>;
  readonly onUnknown: WebhookHandler<FinancingWebhookEvent>;
}

/** The integrator's functions with their defaults; undefined without a verifier. */
export function chooseHandlers(settings: WebhookSettings): WebhookHandlers | undefined {
  const { secrets, header, parse = parseEnvelope, onEvent = () => undefined } = settings;
  const verify = settings.verify ?? (secrets && createSignatureCheck({ secrets, header }));
  const signatureTime = (request: Request) =>
    settings.verify ? undefined : signatureTimeOf(request, header);
  return (
    verify && { verify, signatureTime, parse, onEvent, onUnknown: settings.onUnknown ?? onEvent }
  );
}
