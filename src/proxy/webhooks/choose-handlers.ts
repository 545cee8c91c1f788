import { parseEnvelope } from './envelope.js';
import type { WebhookHandlers, WebhookSettings } from './handlers.js';
import { createSignatureCheck, signatureTimeOf } from './signature.js';

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
