import { isTimeout } from '../../internal/deadline.js';
import type { ProxySettings } from '../settings/index.js';
import { ProblemError } from '../problem.js';
import { askIntegrator } from './ask-integrator.js';

/** True when the integrator has said who may use the onboarding routes; otherwise they do not exist. */
export function hasOnboarding({ authorize, adminToken }: ProxySettings): boolean {
  return authorize !== undefined || adminToken !== undefined;
}

/**
 * Lets staff and back ends of the integrator pass. Throws 401 `unauthorized`, also when `authorize` throws;
 * when it takes too long, a `TimeoutError`, which is an operator's trouble and no refusal.
 */
export async function checkAuthorization(settings: ProxySettings, request: Request): Promise<void> {
  if (await hasAdminToken(settings, request)) return;
  if (await isAuthorized(settings, request)) return;
  throw unauthorized();
}

/** A `cause` is a defect of `authorize`, which the log is told of. */
function unauthorized(cause?: unknown): ProblemError {
  const headers = { 'www-authenticate': 'Bearer' };
  return new ProblemError('unauthorized', 'This needs authorization.', { headers, cause });
}

async function isAuthorized({ authorize }: ProxySettings, request: Request): Promise<boolean> {
  if (!authorize) return false;
  try {
    const answer: unknown = await askIntegrator(request, () => authorize(request));
    return answer === true;
  } catch (error) {
    if (isTimeout(error)) throw error;
    throw unauthorized(error);
  }
}

async function hasAdminToken({ adminToken }: ProxySettings, request: Request): Promise<boolean> {
  const given = bearerTokenOf(request);
  if (adminToken === undefined || given === undefined) return false;
  return equalInConstantTime(given, adminToken);
}

/** The token of `Authorization: Bearer` (RFC 6750 section 2.1). */
export function bearerTokenOf({ headers }: Request): string | undefined {
  return /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1];
}

/** Compares digests, so that the time taken says nothing about where two texts differ. */
async function equalInConstantTime(a: string, b: string): Promise<boolean> {
  const [left, right] = await Promise.all([digest(a), digest(b)]);
  return (
    left.reduce((difference, byte, index) => difference | (byte ^ (right[index] ?? 0)), 0) === 0
  );
}

async function digest(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}
