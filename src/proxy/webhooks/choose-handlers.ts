import type { WebhookSettings } from '../settings/index.js';
import { parseEnvelope } from './envelope.js';
import type { WebhookHandlers } from './handlers.js';
import { createSignatureCheck } from './signature.js';

/** The integrator's functions with their defaults; undefined without a verifier. */
export function chooseHandlers(settings: WebhookSettings): WebhookHandlers | undefined {
  const { secrets, header, parse = parseEnvelope, onEvent = () => undefined } = settings;
  const verify = settings.verify ?? (secrets && createSignatureCheck({ secrets, header }));
  return verify && { verify, parse, onEvent, onUnknown: settings.onUnknown ?? onEvent };
}
