import type { ProxySettings } from '../options.js';
import { ProblemError } from '../problem.js';

/** True when the integrator has said who may use the onboarding routes; otherwise they do not exist. */
export function hasOnboarding({ authorize, adminToken }: ProxySettings): boolean {
  return authorize !== undefined || adminToken !== undefined;
}

/** Lets staff and back ends of the integrator pass. Throws 401 `unauthorized`, also when `authorize` throws. */
export async function checkAuthorization(settings: ProxySettings, request: Request): Promise<void> {
  if (await hasAdminToken(settings, request)) return;
  if (await isAuthorized(settings, request)) return;
  throw new ProblemError('unauthorized', 'This needs authorization.', {
    headers: { 'www-authenticate': 'Bearer' },
  });
}

async function isAuthorized({ authorize }: ProxySettings, request: Request): Promise<boolean> {
  try {
    const answer: unknown = await authorize?.(request);
    return answer === true;
  } catch {
    return false;
  }
}

async function hasAdminToken({ adminToken }: ProxySettings, request: Request): Promise<boolean> {
  const [, given] = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  if (adminToken === undefined || given === undefined) return false;
  return equalInConstantTime(given, adminToken);
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
