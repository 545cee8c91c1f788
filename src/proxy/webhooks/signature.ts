/**
 * Verifies that the service sent a delivery. A signature is `t=<Unix seconds>,v1=<hex>`, where `v1` is HMAC-SHA256 over
 * `t`, a dot and the raw bytes. There can be several `v1`; other schemes are ignored. A signature is valid for five
 * minutes before and after `t`, so that a recorded delivery cannot be replayed later.
 */
import { equalBytes, createMac, type Mac } from '../../internal/crypto.js';
import type { VerifyWebhook } from './handlers.js';

/** Seconds by which `t` may differ from the clock of this machine. */
const tolerance = 300;

/** Most signatures of a header that are compared, and most of its parts that are read. */
const mostCandidates = 10;
const mostParts = 64;

interface Signature {
  /** The text as it was written, since that is signed. */
  readonly t: string;
  readonly candidates: readonly Uint8Array<ArrayBuffer>[];
}

/** Options of `createSignatureCheck`. */
export interface SignatureOptions {
  /** A signature by any of them is valid, so that secrets can be rotated. */
  readonly secrets: readonly string[];
  readonly header: string;
  /** The wall clock in ms. */
  readonly now?: () => number;
}

/** Returns a function that is true for bytes that the service signed within five minutes, with one of the secrets. */
export function createSignatureCheck({
  secrets,
  header,
  now = Date.now,
}: SignatureOptions): VerifyWebhook {
  const macs = secrets.map(createMac);
  return async ({ headers }, bytes) =>
    isSigned(macs, headers.get(header) ?? '', bytes, now() / 1000);
}

/**
 * Whether the service signed the body of an event within five minutes, for a server that receives events itself.
 * `signature` is the value of the header `svc-signature`, `secrets` one or more while they are rotated, and `now` the time
 * in Unix seconds. Resolves with false for anything else; rejects for an empty secret.
 */
export async function verifyWebhook(
  body: string | Uint8Array<ArrayBuffer>,
  signature: string,
  secrets: string | readonly string[],
  now: number = Date.now() / 1000,
): Promise<boolean> {
  return isSigned([secrets].flat().map(createMac), signature, body, now);
}

async function isSigned(
  macs: readonly Mac[],
  header: string,
  body: string | Uint8Array<ArrayBuffer>,
  now: number,
): Promise<boolean> {
  const signature = readSignature(header);
  if (!signature || Math.abs(now - Number(signature.t)) > tolerance) return false;
  const signed = await signedBytes(signature.t, body);
  // One MAC for each secret, however many signatures an unknown sender lists.
  const expected = await Promise.all(macs.map(({ sign }) => sign(signed)));
  return expected.some((mac) =>
    signature.candidates.some((candidate) => equalBytes(candidate, mac)),
  );
}

function readSignature(text: string): Signature | undefined {
  const parts = text.split(',', mostParts).map((part) => part.trim());
  const t = parts.find((part) => /^t=\d{1,12}$/.test(part))?.slice('t='.length);
  const candidates = parts
    .filter((part) => /^v1=[\da-f]{64}$/i.test(part))
    .slice(0, mostCandidates)
    .map((part) => fromHex(part.slice('v1='.length)));
  return t === undefined ? undefined : { t, candidates };
}

async function signedBytes(
  t: string,
  body: string | Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Blob([`${t}.`, body]).arrayBuffer());
}

function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(hex.length / 2);
  return bytes.map((_, index) => parseInt(hex.slice(2 * index, 2 * index + 2), 16));
}

/** Returns the time of a signature as its sender wrote it, for a request whose signature is valid. */
export function signatureTimeOf({ headers }: Request, header: string): string | undefined {
  return readSignature(headers.get(header) ?? '')?.t;
}
