import type { Limits } from '../limits.js';
import { ProblemError } from '../problem.js';
import type { ProxySettings, WebhookSettings } from '../settings/index.js';
import { parseEnvelope } from './envelope.js';
import type { WebhookHandlers } from './handlers.js';
import type { LinkOutcome } from './link-outcome.js';
import { createLinkStatus, type LinkStatus } from './link-status.js';
import { createOnceEach } from './once-each.js';
import { createWebhookReceiver, type WebhookCaller } from './receive.js';
import { createSignatureCheck } from './signature.js';

/** Tells a page the token of its link. */
const linkTokenHeader = 'Financing-Link-Token';

/** Options of `createWebhooks`, beside the proxy's own. */
export interface WebhooksOptions {
  /** Keys hashes and tokens. The same on all replicas that share a store. */
  readonly secret: string;
  readonly limits: Limits;
}

/** What the proxy can do where events of the service come in. */
export interface Webhooks {
  readonly linkStatus: LinkStatus;
  /** Answers a delivery of the service. Throws a `ProblemError`. */
  receive(request: Request, caller: WebhookCaller): Promise<Response>;
  /** What became of a token's link. Throws 401 `unauthorized`, 503 `store-unavailable`. */
  readStatus(token: string | undefined): Promise<{ readonly status: 'pending' | LinkOutcome }>;
  /** The header of an answer with a link that is followed. */
  headersOf(seed: string | undefined): Promise<Record<string, string> | undefined>;
}

/** Creates the two routes; undefined where the integrator has given no verifier. */
export function createWebhooks(
  { webhooks, store, logger }: ProxySettings,
  { secret, limits }: WebhooksOptions,
): Webhooks | undefined {
  const handlers = chooseHandlers(webhooks);
  if (!handlers) return undefined;
  const linkStatus = createLinkStatus(store, { secret });
  const onceEach = createOnceEach(store, secret);
  return {
    linkStatus,
    receive: createWebhookReceiver(handlers, { onceEach, linkStatus, limits, logger }),
    async readStatus(token) {
      const status = token === undefined ? undefined : await linkStatus.read(token);
      if (status !== undefined) return { status };
      throw new ProblemError('unauthorized', 'This needs the token of a link.', {
        headers: { 'www-authenticate': 'Bearer' },
      });
    },
    async headersOf(seed) {
      return seed === undefined ? undefined : { [linkTokenHeader]: await linkStatus.tokenOf(seed) };
    },
  };
}

/** The integrator's functions with their defaults; undefined without a verifier. */
function chooseHandlers(settings: WebhookSettings): WebhookHandlers | undefined {
  const { secrets, header, parse = parseEnvelope, onEvent = () => undefined } = settings;
  const verify = settings.verify ?? (secrets && createSignatureCheck({ secrets, header }));
  return verify && { verify, parse, onEvent, onUnknown: settings.onUnknown ?? onEvent };
}
