/**
 * Verifies that the service sent a delivery. A signature is `t=<Unix seconds>,v1=<hex>`, where `v1` is the HMAC-SHA256 of
 * `t`, a dot, and the raw bytes. There can be several `v1`. Other schemes are ignored. A signature is valid for five minutes
 * before and after `t`, so that a recorded delivery can't be replayed later.
 */
import {
  InvalidOptionError,
  checkArgument,
  filledTextProblem,
  rawBodyProblem,
  type OptionCheck,
} from '../../internal/options.js';
import { signedBytesOf } from '../../contract/signed-bytes.js';
import { type Mac, createMac, equalBytes } from '../../internal/crypto.js';
import type { VerifyWebhook } from '../hooks.js';

/** The maximum difference between `t` and the clock of this machine, in seconds. */
const toleranceSeconds = 300;

const maxSignatures = 10;
const maxHeaderParts = 64;

/** Creates a function that returns true if the service signed these bytes within five minutes, with one of the secrets. */
export function createSignatureCheck(secrets: readonly string[], header: string): VerifyWebhook {
  const macs = secrets.map(createMac);
  return ({ headers }, bytes) =>
    isSigned(macs, headers.get(header) ?? '', bytes, Date.now() / 1000);
}

/**
 * Resolves with true if the service signed the body of an event within the last five minutes, and with false otherwise. For
 * servers that receive events themselves. `signature` is the value of the header `svc-signature`, if there is one. `secrets`
 * is one secret, or several during a rotation. `now` is in ms since 1970. Rejects with `InvalidOptionError` if the body was
 * already parsed, a secret is missing or empty, or `now` isn't in milliseconds.
 */
export async function verifyWebhook(
  body: string | Uint8Array<ArrayBuffer>,
  signature: string | null | undefined,
  secrets: string | readonly string[],
  now: number = Date.now(),
): Promise<boolean> {
  checkArgument('body', rawBodyProblem, body);
  const list = [secrets].flat();
  if (list.length === 0) throw new InvalidOptionError('secrets', 'is missing', 'Argument');
  for (const secret of list) checkArgument('secrets', filledTextProblem, secret);
  checkArgument('now', timeProblem, now);
  return isSigned(list.map(createMac), signature ?? '', body, now / 1000);
}

/** Rejects a time in seconds, which would be a day in January 1970, so that no signature would be valid. */
const timeProblem: OptionCheck = (value) =>
  typeof value === 'number' && value > 1e11 ? undefined : 'must be in milliseconds since 1970';

/** The reason why a signature isn't valid, for the log. */
type SignatureFault = 'no-signature' | 'malformed-signature' | 'old-signature' | 'wrong-signature';

/** Returns what is wrong with the header of a delivery that didn't verify. Doesn't look at the body. */
export function signatureFaultOf(header: string | null): SignatureFault {
  if (header === null) return 'no-signature';
  const { time, candidates } = readSignature(header);
  if (time === undefined || candidates.length === 0) return 'malformed-signature';
  const age = Math.abs(Date.now() / 1000 - Number(time));
  return age > toleranceSeconds ? 'old-signature' : 'wrong-signature';
}

async function isSigned(
  macs: readonly Mac[],
  header: string,
  body: string | Uint8Array<ArrayBuffer>,
  now: number,
): Promise<boolean> {
  const { time, candidates } = readSignature(header);
  if (time === undefined || Math.abs(now - Number(time)) > toleranceSeconds) return false;
  const signed = signedBytesOf(time, body);
  // Compute one MAC per secret, regardless of how many signatures an unknown sender lists.
  const expected = await Promise.all(macs.map(({ sign }) => sign(signed)));
  return expected.some((mac) => candidates.some((candidate) => equalBytes(candidate, mac)));
}

function readSignature(header: string) {
  const parts = header.split(',', maxHeaderParts).map((part) => part.trim());
  const time = parts.find((part) => /^t=\d{1,12}$/.test(part))?.slice('t='.length);
  const candidates = parts
    .filter((part) => /^v1=[\da-f]{64}$/i.test(part))
    .slice(0, maxSignatures)
    .map((part) => fromHex(part.slice('v1='.length)));
  return { time, candidates };
}

function fromHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
