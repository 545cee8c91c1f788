/**
 * Describes errors of the service: one sentence on the problem, and one on the remedy. The text never quotes a response, because
 * a response may repeat a key. For a redirect, it names only the origin.
 */
import { declaredErrors, operations, type Operation } from '../contract/index.js';
import { isTimeout } from '../internal/deadline.js';
import {
  InvalidServiceResponseError,
  ServiceResponseError,
  ServiceTimeoutError,
  ServiceUnreachableError,
} from '../service/index.js';

/** Sentences by error code: Node's "Common system errors", OpenSSL's verification errors, and undici's errors. */
const unreachable: readonly (readonly [RegExp, string])[] = [
  [
    /^ENOTFOUND$/,
    'There is no host with that name. Check its spelling, and whether it needs your VPN.',
  ],
  [/^EAI_/, 'The name could not be looked up. Check the network and the DNS of this machine.'],
  [/^ECONNREFUSED$/, 'Nothing listens on that host and port. Check the base URL.'],
  [
    /^E(HOST|NET)UNREACH$/,
    'There is no route to that host. Check the network of this machine, and its VPN.',
  ],
  [
    /^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/,
    'The connection timed out. A firewall may block calls from this machine to that host.',
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
    'Its TLS certificate is from an authority that this machine does not know. ' +
      'If it is your company’s own, name its file in NODE_EXTRA_CA_CERTS.',
  ],
  [/^(CERT_|ERR_TLS_)/, 'Its TLS certificate cannot be trusted. Tell the service operator.'],
  [/^(ERR_SSL_|EPROTO)/, 'The response is not TLS. Check the port and https of the base URL.'],
  // undici sets no code if the response isn't HTTP.
  [/^(HPE_.*)?$/, 'The response is not HTTP. Check the port and https of the base URL.'],
  [
    /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/,
    'The connection was closed without a response. Check the port and https of the base URL, and firewalls.',
  ],
];

/**
 * Describes the error of a call to the service. `response` is the last response received. Rethrows an error that's neither the
 * service's nor a timeout.
 */
export function diagnose(error: unknown, response: Response | undefined): string {
  if (error instanceof ServiceResponseError) return diagnoseStatus(error, response);
  if (error instanceof InvalidServiceResponseError) return diagnoseContent(response);
  if (error instanceof ServiceUnreachableError) {
    const { reason = '' } = error;
    const found = unreachable.find(([pattern]) => pattern.test(reason));
    return found?.[1] ?? `The host cannot be reached (${reason}). Check the base URL.`;
  }
  if (error instanceof ServiceTimeoutError) {
    return 'No complete response arrived in time. Try again. If it happens again, raise FINANCING_TIMEOUT.';
  }
  if (isTimeout(error)) return 'No response arrived within the time limit of a check. Try again.';
  throw error;
}

/** Describes a 422 on an estimate, which means that the service accepted the key. `location` is the location in the request. */
export function describeLocationRefusal(location: string | undefined): string {
  return location === undefined
    ? 'The service accepts the key but needs a location (422). Name yours in FINANCING_LOCATIONS, ' +
        'or ask the service operator to set up your account.'
    : 'The service accepts the key but does not know this location (422). Correct it in ' +
        'FINANCING_LOCATIONS, or ask the service operator to set it up.';
}

function diagnoseContent(response: Response | undefined): string {
  if (!/^(?:identity)?$/i.test(response?.headers.get('content-encoding') ?? '')) {
    return 'The response is compressed, although the request did not allow it. Tell the service operator.';
  }
  return isPage(response)
    ? 'The response is a web page. The base URL leads to a website or a login, not to the service.'
    : 'The response does not match the service document. Check the base URL.';
}

function diagnoseStatus(
  { operation, status, conditions, retryAfterSeconds }: ServiceResponseError,
  response: Response | undefined,
): string {
  if (status < 400) {
    return `${redirected(response)} (${status}). The redirect was not followed, because it would send your key to another address.`;
  }
  const isDeclared = declaredErrors(operation).some((error) => error.status === status);
  const isRefusalPage = status === 403 && isPage(response);
  if (isDeclared && conditions.length === 0 && ![401, 500].includes(status) && !isRefusalPage) {
    return `The response (${status}) isn't one that the service document lists. Something in between sends it, such as a gateway without this route, or a firewall. Check the base URL, then ask the service operator.`;
  }
  if ([401, 403].includes(status)) {
    const { credentials }: Operation = operations[operation];
    const takesSecret = credentials.includes('svc-secret');
    const refused = takesSecret ? 'svc-secret with this svc-key' : 'svc-key';
    return isPage(response)
      ? `A web page refused the call (${status}), perhaps from a firewall. Ask the service operator.`
      : `The service does not accept the ${refused} (${status}). Use the one issued for this base URL.`;
  }
  if (status === 407) {
    return 'A proxy in between needs a password (407), which the service never does. Check the base URL.';
  }
  if (status === 511) {
    return 'The network of this machine needs a login (511). Log in, or use another network.';
  }
  if ([429, 503].includes(status)) {
    const wait = retryAfterSeconds === undefined ? 'later' : `in ${retryAfterSeconds} seconds`;
    return `The service is busy, or got too many requests (${status}). Try again ${wait}.`;
  }
  return status >= 500
    ? `The service failed (${status}). Try again. If it happens again, tell the service operator.`
    : `The service does not use this status (${status}). Check the path of the base URL.`;
}

function redirected(response: Response | undefined): string {
  const target = response?.headers.get('location') ?? '';
  if (!/^https?:/i.test(target) || !URL.canParse(target)) {
    return 'It redirects; check the path of the base URL';
  }
  const { origin, protocol } = new URL(target);
  const guess = protocol === 'https:' ? 'the right base URL' : 'a login of this network';
  return `It redirects to ${origin}, perhaps ${guess}`;
}

function isPage(response: Response | undefined): boolean {
  return response?.headers.get('content-type')?.includes('html') ?? false;
}
