import { webhookSignatureHeader } from '../../contract/index.js';
import { createPooledFetch } from '../../node/index.js';
import type { WebhookHandler, WebhookOptions } from '../../proxy/index.js';
import type { CommandContext } from '../context.js';
import { CommandError } from '../settings/index.js';

/**
 * Chooses how events of the service are verified, and where they are forwarded; undefined without a secret. Throws
 * `CommandError`.
 */
export function chooseWebhooks({ settings, nameOf }: CommandContext): WebhookOptions | undefined {
  const { webhookSecret: secrets, webhookForward } = settings;
  if (secrets === undefined) {
    if (webhookForward === undefined) return undefined;
    throw new CommandError(`${nameOf('webhookForward')} needs FINANCING_WEBHOOK_SECRET`);
  }
  if (webhookForward === undefined) return { secrets };
  return { secrets, onEvent: createForward(webhookForward, createPooledFetch()) };
}

/** Logs that events are not forwarded, which a secret alone might suggest. */
export function noticeEvents({ settings, logger }: CommandContext): void {
  if (settings.webhookSecret === undefined || settings.webhookForward !== undefined) return;
  const message =
    'Events update the status of links on pages; FINANCING_WEBHOOK_FORWARD also forwards them to your back end.';
  logger.info({ event: 'notice', message });
}

/** Headers with which a back end can verify an event again. */
const forwardedHeaders = ['content-type', webhookSignatureHeader];

/**
 * Forwards events to a back end unchanged, and answers the service with the status of the back end: an event that the back
 * end refuses is delivered again. `fetch` must follow no redirect.
 */
function createForward(
  url: string,
  fetch: (request: Request) => Promise<Response>,
): WebhookHandler<unknown> {
  return (_event, { bytes, request, signal }) => {
    const headers = new Headers();
    for (const header of forwardedHeaders) {
      const value = request.headers.get(header);
      if (value !== null) headers.set(header, value);
    }
    return fetch(new Request(url, { method: 'POST', headers, body: bytes, signal }));
  };
}
