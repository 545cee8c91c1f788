import { webhookSignatureHeader, type FinancingWebhookEvent } from '../../contract/index.js';
import {
  callback,
  longSecret,
  secrets,
  text,
  type OptionsOf,
  type SettingTable,
} from '../../internal/settings.js';
import type { ParseWebhook, VerifyWebhook, WebhookHandler } from '../webhooks/index.js';
import { headerName } from './schemas.js';

/** A row for each option below `webhooks`. */
export const webhookSettings = {
  secrets: {
    variable: 'FINANCING_WEBHOOK_SECRET',
    type: secrets('16 characters or more', longSecret, 'is not at least 16 characters'),
    help: 'Secrets that the service signs events with; two while one is rotated.',
  },
  header: {
    type: text('name of a header', headerName),
    default: webhookSignatureHeader,
    help: 'Header that holds the signature.',
  },
  verify: {
    type: callback<VerifyWebhook>(),
    help: 'Verifies a request in place of `secrets`; only `true` passes.',
    details:
      'The body of the request has been read: its bytes are the second argument. If it throws, the answer is 401 ' +
      '`unauthorized`; after 5 seconds, it is 502 `service-error`.',
  },
  parse: {
    type: callback<ParseWebhook>(),
    defaultWords: 'JSON as `{"eventType": "…", "payload": {…}}`',
    help: 'Reads the body of a request in place of the usual envelope.',
  },
  onEvent: {
    type: callback<WebhookHandler<FinancingWebhookEvent>>(),
    help: 'Handles each event, once; without it, events only update the status of links.',
    details:
      'If it throws (502) or takes longer than 10 seconds (503), the service is asked to deliver the event again.',
  },
  onUnknown: {
    type: callback<WebhookHandler<FinancingWebhookEvent>>(),
    defaultWords: '`onEvent`',
    help: 'Handles events of kinds that this version does not know.',
  },
} as const satisfies SettingTable;

/** Options of the route that receives events. It exists only with `secrets` or `verify`. */
export type WebhookOptions = OptionsOf<typeof webhookSettings>;
