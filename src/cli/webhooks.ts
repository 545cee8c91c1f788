import { createPooledFetch } from '../node/index.js';
import type { WebhookOptions } from '../proxy/index.js';
import { checkWebhookSecrets } from '../proxy/webhooks/options.js';
import { isLoopback } from '../internal/loopback.js';
import { CommandError } from './command-error.js';
import type { CommandContext } from './command-context.js';
import { createForward } from './webhook-forward.js';

/**
 * What is done with events of the service; undefined where they cannot be verified. Throws `InvalidOptionError` or
 * `CommandError`, which hold no secret and no URL.
 */
export function chooseWebhooks({ settings, nameOf }: CommandContext): WebhookOptions | undefined {
  const { webhookSecret: secrets, webhookForward } = settings;
  if (secrets === undefined) {
    if (webhookForward === undefined) return undefined;
    throw new CommandError(`${nameOf('webhookForward')} needs FINANCING_WEBHOOK_SECRET`);
  }
  checkWebhookSecrets(secrets, 'webhookSecret');
  if (webhookForward === undefined) return { secrets };
  const url = parseForward(nameOf('webhookForward'), webhookForward);
  return { secrets, onEvent: createForward(url, createPooledFetch()) };
}

/** Says where events go when they go nowhere else, which is easily taken for more. */
export function noticeEvents({ settings, logger }: CommandContext): void {
  if (settings.webhookSecret === undefined || settings.webhookForward !== undefined) return;
  const message =
    'Events tell pages what became of their links; FINANCING_WEBHOOK_FORWARD passes them on to your back end.';
  logger.info({ event: 'notice', message });
}

/** Events name purchases: they leave this machine with TLS only. */
function parseForward(option: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const secure =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (!url || !secure) {
    throw new CommandError(`${option} is not an https URL; http is for this machine only`);
  }
  if (url.username || url.password) throw new CommandError(`${option} holds user information`);
  return url.href;
}
