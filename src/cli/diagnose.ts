/**
 * What a newcomer can do about an error: a sentence on what came back, and a sentence on the way out.
 * No sentence quotes an answer, which may repeat a key; of a redirect, only the origin is named.
 */
import type { StoreUnavailableError } from '../proxy/index.js';
import { isTimeout } from '../internal/deadline.js';
import {
  InvalidServiceResponseError,
  ServiceResponseError,
  ServiceTimeoutError,
  ServiceUnreachableError,
} from '../service/index.js';

type Sentences = readonly (readonly [RegExp, string])[];

/** By the system's code: Node's "Common system errors", OpenSSL's verification errors, undici's errors. */
const unreachable: Sentences = [
  [/^ENOTFOUND$/, 'There is no host of that name. Check its spelling; it may need your VPN.'],
  [/^EAI_/, 'The name could not be looked up. Check the network and the DNS of this machine.'],
  [/^ECONNREFUSED$/, 'Nobody listens there. Check host and port of the base URL.'],
  [/^E(HOST|NET)UNREACH$/, 'No way leads there. Check the network of this machine, and its VPN.'],
  [
    /^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/,
    'No connection came about in time. A firewall may keep this machine from calling that host.',
  ],
  [/^CERT_HAS_EXPIRED$/, 'Its TLS certificate has expired. Tell the service operator.'],
  [
    /^CERT_NOT_YET_VALID$/,
    'Its TLS certificate is not valid yet. Check the clock of this machine.',
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    'Its TLS certificate is for another name. Use the name that the service operator gave you.',
  ],
  [
    /SELF_SIGNED|^UNABLE_TO_/,
    'Its TLS certificate is by an authority that this machine does not know. ' +
      'If it is your company’s own, name its file in NODE_EXTRA_CA_CERTS.',
  ],
  [/^(CERT_|ERR_TLS_)/, 'Its TLS certificate cannot be trusted. Tell the service operator.'],
  [/^(ERR_SSL_|EPROTO)/, 'It does not speak TLS. Check port and https of the base URL.'],
  // undici gives no code to an answer that is not HTTP.
  [/^(HPE_.*)?$/, 'It does not speak HTTP. Check port and https of the base URL.'],
  [
    /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/,
    'It closes the connection unanswered. Check port and https of the base URL, and firewalls.',
  ],
];

/** By the message of Redis or ioredis, which itself may repeat a password. Of a stream that never was writeable, too. */
const withoutStore: Sentences = [
  [/ENOTFOUND|EAI_/, 'There is no host of that name.'],
  [/ECONNREFUSED/, 'Nobody listens there.'],
  [/NOAUTH/, 'It wants a password, as in redis://user:password@host.'],
  [/WRONGPASS|invalid password|without any password/, 'It does not accept user name or password.'],
  [/NOPERM/, 'Its user may not use the commands or keys that are needed.'],
  [/READONLY/, 'It is a read-only replica: name the primary.'],
  [/OOM|MISCONF/, 'It takes no writes: its memory or disk is full.'],
  [/LOADING/, 'It is still starting.'],
  [/CERT|SSL|TLS|EPROTO|self.signed/i, 'Its TLS does not fit: see rediss://, NODE_EXTRA_CA_CERTS.'],
  [/timed? ?out|ETIMEDOUT|writeable/i, 'It does not answer in time.'],
];

/**
 * Says what a call of the service ended with; `answer` is the last that came. Throws the error again where it is
 * neither the service's nor a time limit.
 */
export function diagnose(error: unknown, answer: Response | undefined): string {
  if (error instanceof ServiceResponseError) return diagnoseAnswer(error, answer);
  if (error instanceof InvalidServiceResponseError) return diagnoseContent(answer);
  if (error instanceof ServiceUnreachableError) {
    const { reason = '' } = error;
    return find(unreachable, reason) ?? `It cannot be reached (${reason}). Check the base URL.`;
  }
  if (error instanceof ServiceTimeoutError) {
    return 'No whole answer came in time. Try again; if it stays so, raise FINANCING_TIMEOUT.';
  }
  if (isTimeout(error)) return 'No answer came in the time that a check has. Try again.';
  throw error;
}

/** Says what a 422 of an estimation means, which the key has passed. `place` is the location that was sent. */
export function describeLocationRefusal(place: string | undefined): string {
  return place === undefined
    ? 'The service accepts the key, but wants a location (422). Name yours in FINANCING_LOCATIONS, ' +
        'or have the service operator set up your account.'
    : 'The service accepts the key, but does not know this location for it (422). Correct it in ' +
        'FINANCING_LOCATIONS, or have the service operator set it up.';
}

/** Says why the store could not be used. */
export function diagnoseStore({ cause }: StoreUnavailableError): string {
  const message = cause instanceof Error ? cause.message : '';
  return find(withoutStore, message) ?? 'What answers is no Redis, or one that refuses to work.';
}

function diagnoseContent(answer: Response | undefined): string {
  if ((answer?.headers.get('content-encoding') ?? 'identity') !== 'identity') {
    return 'The answer is compressed, which it was asked not to be. Tell the service operator.';
  }
  return isPage(answer)
    ? 'A web page came back. The base URL leads to a website or a login, not to the service.'
    : 'What came back is not as the service document says. Check the base URL.';
}

function diagnoseAnswer(
  { operation, status, retryAfterSeconds }: ServiceResponseError,
  answer: Response | undefined,
): string {
  if (status < 400) {
    return `${redirected(answer)} (${status}). That is not followed: your key would go along.`;
  }
  if ([401, 403].includes(status)) {
    const refused = operation === 'getMerchantStatus' ? 'svc-secret with this svc-key' : 'svc-key';
    return isPage(answer)
      ? `A web page refuses the call (${status}): a firewall, perhaps. Ask the service operator.`
      : `The service does not accept the ${refused} (${status}). Use what was issued for this base URL.`;
  }
  if (status === 407) {
    return 'A proxy on the way wants a password (407); the service never does. Check the base URL.';
  }
  if ([429, 503].includes(status)) {
    const wait = retryAfterSeconds === undefined ? 'later' : `in ${retryAfterSeconds} seconds`;
    return `The service is busy, or was asked too often (${status}). Try again ${wait}.`;
  }
  return status >= 500
    ? `The service failed (${status}). Try again; if it stays so, tell the service operator.`
    : `The service does not answer so (${status}). Check the path of the base URL.`;
}

function redirected(answer: Response | undefined): string {
  const target = answer?.headers.get('location') ?? '';
  return /^https?:/i.test(target) && URL.canParse(target)
    ? `It sends callers on to ${new URL(target).origin}, perhaps the right base URL`
    : 'It sends callers on; check the path of the base URL';
}

function isPage(answer: Response | undefined): boolean {
  return answer?.headers.get('content-type')?.includes('html') ?? false;
}

function find(sentences: Sentences, text: string): string | undefined {
  return sentences.find(([pattern]) => pattern.test(text))?.[1];
}
