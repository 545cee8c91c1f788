/**
 * Reads the body of a webhook. The size is checked before anything is computed, the signature covers the raw bytes, and unsigned
 * bytes are never parsed.
 */
import * as z from 'zod';
import type { FinancingWebhookEvent } from '../../contract/index.js';
import { isTimeout } from '../../internal/deadline.js';
import { isParsed } from '../../internal/parsed-bodies.js';
import { bodyLimits, readBytes } from '../body.js';
import { callHook, type ParseWebhook, type VerifyWebhook } from '../hooks.js';
import type { Limits } from '../limits/limits.js';
import { ProblemError } from '../problems.js';
import type { Report } from '../report.js';
import { signatureFaultOf } from './webhook-signature.js';

/** An event of any kind, in the usual envelope `{"eventType": "…", "payload": {…}}`. Other members are allowed. */
const EventSchema = z.looseObject({ eventType: z.string().min(1), payload: z.looseObject({}) });

/** The dependencies of `readVerifiedBytes`. */
export interface Verification {
  readonly verify: VerifyWebhook;
  /** The header with the signature. Undefined if the integrator's own function verifies. */
  readonly header: string | undefined;
  readonly limits: Pick<Limits, 'admitWebhook'>;
  readonly report: Pick<Report, 'log'>;
}

/**
 * Reads a delivery and verifies its signature. Only deliveries without a valid signature count against the limit of an address,
 * because a rejected event can be lost. Throws 401 `unauthorized`, 429 `rate-limited`, and the errors of `readBytes`.
 */
export async function readVerifiedBytes(
  { verify, header, limits, report }: Verification,
  request: Request,
  address: string | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  const admitted = await limits.admitWebhook(address);
  const bytes = await readBytes(request, bodyLimits.other);
  const isValid = await isVerified(verify, request, bytes).catch(async (error: unknown) => {
    await admitted.release();
    throw error;
  });
  if (isValid) {
    await admitted.trust();
    return bytes;
  }
  // The log says why, because a wrong secret looks the same as an attack. The response doesn't say it.
  const reason = rejectionOf(header, request, bytes);
  report.log('webhook-unverified', { reason }, reason);
  throw new ProblemError('unauthorized', {
    detail: 'This needs a valid signature.',
    headers: { 'www-authenticate': 'Signature' },
  });
}

/** Returns the reason for a rejection, as a word for the log. */
function rejectionOf(header: string | undefined, request: Request, bytes: Uint8Array): string {
  const fault = header === undefined ? 'verify' : signatureFaultOf(request.headers.get(header));
  if (fault !== 'verify' && fault !== 'wrong-signature') return fault;
  if (isParsed(request)) return 'parsed-body';
  // A framework or a server in front of the proxy may have rewritten the body.
  const length = request.headers.get('content-length');
  return length !== null && Number(length) !== bytes.length ? 'changed-body' : fault;
}

async function isVerified(
  verify: VerifyWebhook,
  request: Request,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  try {
    return (await callHook(undefined, () => verify(request, bytes))) === true;
  } catch (error) {
    // Many verifiers reject by throwing. A timeout is a failure of the verifier, not a rejection.
    if (isTimeout(error)) throw error;
    return false;
  }
}

/** Parses the bytes of a verified delivery. Throws 400 `invalid-request` if they aren't an event. */
export async function parseEvent(
  parse: (...args: Parameters<ParseWebhook>) => unknown,
  request: Request,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<FinancingWebhookEvent> {
  let cause: unknown;
  try {
    const value: unknown = await callHook(undefined, () => parse(bytes, request));
    if (EventSchema.safeParse(value).success) return value as FinancingWebhookEvent;
  } catch (error) {
    if (isTimeout(error)) throw error;
    cause = error;
  }
  throw new ProblemError('invalid-request', { detail: 'The body is not an event.', cause });
}
