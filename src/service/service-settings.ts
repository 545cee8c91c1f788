import * as z from 'zod';
import type { OperationName } from '../contract/index.js';
import type { ServiceFetch } from '../internal/exchange.js';
import {
  callback,
  secret,
  text,
  toggle,
  whole,
  type OptionsOf,
  type SettingTable,
} from '../internal/settings.js';

const headerValue = z
  .string('must be text')
  .regex(/^[\x21-\x7e]*$/, 'has characters that are not allowed in a header');

const baseUrl = z.string('must be text').superRefine((value, context) => {
  const reason = baseUrlProblem(value);
  if (reason) context.addIssue({ code: 'custom', message: reason });
});

function baseUrlProblem(value: string): string | undefined {
  if (!value) return 'is missing';
  if (!URL.canParse(value)) return 'must be a URL such as https://service.example';
  const url = new URL(value);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must be an https URL';
  if (url.username || url.password) return 'must not contain user information';
  return /[?#]/.test(value) ? 'must not contain a query or a fragment' : undefined;
}

/** The options of `createFinancingService`, one row each. */
export const serviceSettings = {
  baseUrl: {
    variable: 'FINANCING_BASE_URL',
    type: text('URL', baseUrl),
    isRequired: true,
    help: 'Base URL of the Financing Service.',
    details:
      'For example `https://service.example`. A path prefix is kept. A URL without TLS must be on this machine, unless ' +
      '`allowHttp` is set.',
  },
  svcKey: {
    variable: 'FINANCING_SVC_KEY',
    type: secret('visible ASCII characters', headerValue.min(1, 'is missing')),
    isRequired: true,
    help: 'The svc-key that the service operator issued.',
  },
  svcSecret: {
    variable: 'FINANCING_SVC_SECRET',
    type: secret('visible ASCII characters', headerValue),
    help: 'The svc-secret that the service operator issued. Only onboarding uses it.',
  },
  timeout: {
    variable: 'FINANCING_TIMEOUT',
    type: whole(1, 600_000, 'milliseconds'),
    default: 4_000,
    help: 'Milliseconds for an estimate or a status read, including one retry.',
  },
  linkTimeout: {
    type: whole(1, 600_000, 'milliseconds'),
    default: 10_000,
    help: 'Milliseconds for creating a link or a location, which is requested exactly once.',
  },
  allowHttp: {
    variable: 'FINANCING_ALLOW_HTTP',
    type: toggle(),
    default: false,
    help: 'Allows a base URL without TLS beyond this machine.',
    details: 'The credentials are then sent in clear text.',
  },
  onRetry: {
    type: callback<(operation: OperationName) => void>(),
    help: 'Called before a call of this operation is retried.',
  },
  fetch: {
    type: callback<ServiceFetch>(),
    defaultWords: '`globalThis.fetch`',
    help: 'Sends requests to the service.',
    details:
      "A wrapper around Bun's `fetch` must pass on its second argument, or Bun may send a link twice. It must not repeat " +
      "requests, as undici's `RetryAgent` repeats a PUT. It must reject with the system's error, with its `code` and " +
      '`syscall`: without them, each failure has an unknown outcome. The command ignores `HTTPS_PROXY`. Your own `fetch` ' +
      "can use a forward proxy, and Node 24's does with `NODE_USE_ENV_PROXY=1`.",
  },
} as const satisfies SettingTable;

/** Options of `createFinancingService`. */
export type FinancingServiceOptions = OptionsOf<typeof serviceSettings>;
