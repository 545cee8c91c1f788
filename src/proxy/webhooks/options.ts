import { webhookSignatureHeader, type FinancingWebhookEvent } from '../../contract/index.js';
import { InvalidOptionError } from '../../service/index.js';
import { checkOptionNames } from '../../service/option-names.js';
import { webhookOptionNames } from '../option-names.js';
import { parseEnvelope } from './envelope.js';
import { createSignatureCheck } from './signature.js';

/** Tells whether it is the service that sends these bytes: strictly `true` passes. The body of the request has been read. */
export type VerifyWebhook = (
  request: Request,
  bytes: Uint8Array<ArrayBuffer>,
) => boolean | Promise<boolean>;

/** Makes an event of the bytes of a request. What it throws, or anything else than an event, is answered with 400. */
export type ParseWebhook = (
  bytes: Uint8Array<ArrayBuffer>,
  request: Request,
) => FinancingWebhookEvent | undefined | Promise<FinancingWebhookEvent | undefined>;

/** What came with an event. */
export interface WebhookDelivery {
  /** The body as it was signed. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** For its headers; its body has been read. */
  readonly request: Request;
  /** Aborts when the time is up, and the service has been told to deliver again. */
  readonly signal: AbortSignal;
}

/**
 * Takes an event. The service is answered when it is done: 2xx, so that the event is not delivered again; 5xx when it
 * throws, or takes longer than 10 s. When it returns a `Response`, as that of a `fetch`, then the status of that.
 */
export type WebhookHandler<Event> = (event: Event, delivery: WebhookDelivery) => unknown;

/** Options of the route that events of the service come to. It exists with `secrets` or `verify` only. */
export interface WebhookOptions {
  /** The secrets, each of 16 characters or more, one of which the service signs with: two while one is rotated. */
  readonly secrets?: readonly string[] | undefined;
  /**
   * The header that the signature comes in.
   * @default 'svc-signature'
   */
  readonly header?: string | undefined;
  /** Verifies in place of `secrets`. Refuses by `false` or by an error. */
  readonly verify?: VerifyWebhook | undefined;
  /**
   * Reads the body in place of the usual envelope.
   * @default JSON as `{"eventType": "…", "payload": {…}}`
   */
  readonly parse?: ParseWebhook | undefined;
  /** Takes each event, once. Without it, events serve the status of links only. */
  readonly onEvent?: WebhookHandler<FinancingWebhookEvent> | undefined;
  /** Takes events of kinds that this version does not know, in place of `onEvent`. */
  readonly onUnknown?: WebhookHandler<FinancingWebhookEvent> | undefined;
}

/** The options once they are checked, with their defaults. */
export interface WebhookSettings {
  readonly verify: VerifyWebhook;
  readonly parse: ParseWebhook;
  readonly onEvent: WebhookHandler<FinancingWebhookEvent>;
  readonly onUnknown: WebhookHandler<FinancingWebhookEvent>;
}

/** Checks the options; undefined without a verifier. Throws `InvalidOptionError`. */
export function readWebhooks(options: WebhookOptions = {}): WebhookSettings | undefined {
  checkOptionNames(options, webhookOptionNames, 'webhooks.');
  const { secrets, header = webhookSignatureHeader, parse = parseEnvelope } = options;
  const { onEvent = () => undefined, onUnknown = onEvent } = options;
  for (const [option, given] of Object.entries({
    verify: options.verify,
    parse,
    onEvent,
    onUnknown,
  }))
    if (given !== undefined && typeof given !== 'function') {
      throw new InvalidOptionError(`webhooks.${option}`, 'is not a function');
    }
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(header)) {
    throw new InvalidOptionError('webhooks.header', 'is not the name of a header');
  }
  if (secrets !== undefined) checkWebhookSecrets(secrets);
  const verify = options.verify ?? (secrets && createSignatureCheck({ secrets, header }));
  return verify && { verify, parse, onEvent, onUnknown };
}

/** Checks the secrets that events are signed with. Throws `InvalidOptionError`, which names `option`. */
export function checkWebhookSecrets(secrets: readonly string[], option = 'webhooks.secrets'): void {
  if (!Array.isArray(secrets)) throw new InvalidOptionError(option, 'is not a list');
  const isGood = (secret: unknown) => typeof secret === 'string' && secret.length >= 16;
  if (secrets.length > 0 && secrets.every(isGood)) return;
  throw new InvalidOptionError(option, 'is not at least 16 characters');
}
