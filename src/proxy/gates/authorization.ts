import { isTimeout } from '../../internal/deadline.js';
import { equalBytes } from '../../internal/crypto.js';
import { ProblemError } from '../http/index.js';
import { callHook } from './call-hook.js';

/** Options of the authorization gate. */
export interface AuthorizationOptions {
  readonly authorize?: ((request: Request) => boolean | Promise<boolean>) | undefined;
  readonly adminToken?: string | undefined;
}

/** True when an option says who may use the onboarding routes. Otherwise these routes do not exist. */
export function hasOnboarding({ authorize, adminToken }: AuthorizationOptions): boolean {
  return authorize !== undefined || adminToken !== undefined;
}

/**
 * Admits the integrator's staff and back ends. Throws 401 `unauthorized`, also when `authorize` throws. Rejects with a
 * `TimeoutError` when `authorize` takes too long: that is a failure, not a refusal.
 */
export async function checkAuthorization(
  options: AuthorizationOptions,
  request: Request,
): Promise<void> {
  if (await hasAdminToken(options, request)) return;
  if (await isAuthorized(options, request)) return;
  throw unauthorized();
}

async function isAuthorized(
  { authorize }: AuthorizationOptions,
  request: Request,
): Promise<boolean> {
  if (!authorize) return false;
  try {
    const answer: unknown = await callHook(request.signal, () => authorize(request));
    return answer === true;
  } catch (error) {
    if (isTimeout(error)) throw error;
    throw unauthorized(error);
  }
}

/** A `cause` is an error of `authorize`, for the log. */
function unauthorized(cause?: unknown): ProblemError {
  const headers = { 'www-authenticate': 'Bearer' };
  return new ProblemError('unauthorized', 'This needs authorization.', { headers, cause });
}

async function hasAdminToken(
  { adminToken }: AuthorizationOptions,
  request: Request,
): Promise<boolean> {
  const given = bearerTokenOf(request);
  if (adminToken === undefined || given === undefined) return false;
  return equalInConstantTime(given, adminToken);
}

/** Returns the token of `Authorization: Bearer` (RFC 6750 section 2.1). */
export function bearerTokenOf({ headers }: Request): string | undefined {
  return /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1];
}

/** Compares digests, so that the time taken does not depend on where the texts differ. */
async function equalInConstantTime(a: string, b: string): Promise<boolean> {
  const [left, right] = await Promise.all([digest(a), digest(b)]);
  return equalBytes(left, right);
}

async function digest(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}
