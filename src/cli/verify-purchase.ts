/**
 * `verify-purchase TOKEN`: verifies a purchase token as the proxy does, and says what is wrong with it. The output quotes what
 * the token says, which the page shows anyway, and never the secret.
 */
import { createHmac } from 'node:crypto';
import { describeIssue, lowerFirst } from '../internal/field-sentences.js';
import { tryParseJson } from '../internal/json.js';
import { SignedPurchaseSchema, type Purchase } from '../proxy/purchases/purchase.js';
import { differenceOf, type PurchaseFault } from '../proxy/purchases/purchase-faults.js';
import { verifyPurchase } from '../proxy/purchases/purchase-token.js';
import type { CommandContext } from './command-context.js';
import { toPrintable } from './printable.js';
import { CommandError } from './command-error.js';
import type { CommandSettings } from './settings/table.js';

/** Runs the command. The exit code is 1 if the proxy would refuse the token. */
export async function runVerifyPurchase(context: CommandContext): Promise<void> {
  const { settings, nameOf, words } = context;
  const [token] = words;
  const { purchaseSecret: secret, purchaseMaxAge } = settings;
  if (token === undefined) {
    throw new CommandError(
      'verify-purchase needs the token: the attribute purchase of the button, or the header Financing-Purchase',
    );
  }
  if (!secret) throw new CommandError(`${nameOf('purchaseSecret')} is missing`);
  const { purchase, fault } = await verifyPurchase(token, secret, Date.now(), purchaseMaxAge);
  const reason = fault ?? differenceOf(purchase, requestedIn(settings, purchase));
  const verdict =
    reason === undefined
      ? `The token is valid until ${timeOf(purchase!.exp)}.`
      : `The token is refused (${reason}). ${sentenceFor(reason, { token, secret, context })}`;
  const lines = [verdict, ...contentOf(token), ''].map(toPrintable);
  process.stdout.write(lines.join('\n'));
  process.exitCode = reason === undefined ? 0 : 1;
}

/** Returns the request that the flags describe. If a flag is missing, the token's own value is used. */
function requestedIn(
  { amount, transactionId, location }: CommandSettings,
  purchase: Purchase,
): Purchase {
  return {
    amount: amount ?? purchase.amount,
    transactionId: transactionId ?? purchase.transactionId,
    location: location ?? purchase.location,
  };
}

/** A refused token, and the secret that it was verified with. */
interface Refused {
  readonly token: string;
  readonly secret: string;
  readonly context: CommandContext;
}

function sentenceFor(reason: PurchaseFault, refused: Refused): string {
  const { token, context } = refused;
  const { settings, nameOf } = context;
  const payload = Object(payloadOf(token)) as Partial<Record<string, unknown>>;
  const differs = (field: string, value: unknown) =>
    `It says ${JSON.stringify(payload[field])}, and the request says ${JSON.stringify(value)}.`;
  switch (reason) {
    case 'malformed':
      return describeShape(token);
    case 'wrong-signature':
      return describeSignature(refused);
    case 'invalid-payload':
      return describePayload(token);
    case 'expired':
      return `Its exp is ${timeOf(Number(payload['exp']))}, ${-secondsUntil(payload['exp'])} seconds ago. Sign a new token, and check the clocks.`;
    case 'expires-too-late':
      return secondsUntil(payload['exp']) > 1e9
        ? 'Its exp looks like milliseconds. Write Unix seconds.'
        : `Its exp is ${secondsUntil(payload['exp'])} seconds ahead, and the proxy allows ${settings.purchaseMaxAge} seconds. Sign a shorter one, or raise ${nameOf('purchaseMaxAge')}.`;
    case 'other-amount':
      return `${differs('amount', settings.amount)} Both are US dollars, not cents.`;
    case 'other-transaction':
      return differs('transactionId', settings.transactionId);
    case 'other-location':
      return differs('location', settings.location);
    default:
      throw new TypeError(`${reason} is not the fault of a token`);
  }
}

/** Says why a token isn't `v1.<payload>.<mac>`. */
function describeShape(token: string): string {
  const parts = token.split('.');
  const [version = '', , mac = ''] = parts;
  if (/\s/.test(token)) return 'It contains white space, such as a line break.';
  if (version.startsWith('eyJ')) return 'It looks like a JSON Web Token. Sign v1.<payload>.<mac>.';
  if (parts.length !== 3) return 'It does not have three parts: v1.<payload>.<mac>.';
  if (version !== 'v1') return 'It does not begin with "v1.".';
  if (/^[\da-f]{64}$/i.test(mac)) return 'Its signature is in hex. Write the bytes in base64url.';
  if (/[^\w.-]/.test(token)) return 'It is not in base64url without padding: no "+", "/", or "=".';
  return 'Its signature is not 32 bytes in base64url without padding.';
}

/** Tries the usual mistakes of a signature. */
function describeSignature({ token, secret, context }: Refused): string {
  const [, payload = '', mac = ''] = token.split('.');
  const isOver = (text: string) =>
    createHmac('sha256', secret).update(text).digest('base64url') === mac;
  if (isOver(payload)) return 'Its signature covers the payload without "v1." before it.';
  if (isOver(Buffer.from(payload, 'base64url').toString())) {
    return 'Its signature covers the JSON. Sign the text v1.<payload> instead.';
  }
  return `It was not signed with ${context.nameOf('purchaseSecret')}, or was changed afterwards.`;
}

/** Says which fields of the payload the proxy doesn't accept. */
function describePayload(token: string): string {
  const payload = payloadOf(token);
  if (payload === undefined) return 'Its payload is not JSON in UTF-8.';
  const issues = SignedPurchaseSchema.safeParse(payload).error?.issues ?? [];
  const problems = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => `${key}: unknown field`)
      : `${issue.path.join('.') || 'payload'}: ${lowerFirst(describeIssue(issue))}`,
  );
  return `Its payload is wrong. ${problems.join('; ')}.`;
}

/** Returns lines with what the token says, if its payload is an object. */
function contentOf(token: string): string[] {
  const payload = payloadOf(token);
  if (typeof payload !== 'object' || payload === null) return [];
  const fields: Readonly<Record<string, unknown>> = { ...payload };
  const names = new Set([...Object.keys(SignedPurchaseSchema.shape), ...Object.keys(fields)]);
  return [...names].map((name) => {
    const value = fields[name];
    if (value === undefined) return `  ${name}: ${name === 'location' ? 'any' : 'missing'}`;
    const time = name === 'exp' && typeof value === 'number' ? ` (${timeOf(value)})` : '';
    return `  ${name}: ${JSON.stringify(value)}${time}`;
  });
}

function payloadOf(token: string): unknown {
  const [, payload = ''] = token.split('.');
  return tryParseJson(Buffer.from(payload, 'base64url').toString());
}

/** Formats Unix seconds. */
function timeOf(seconds: number): string {
  const date = new Date(Math.floor(seconds) * 1000);
  return Number.isNaN(date.getTime()) ? 'not a time' : date.toISOString().replace(/\.\d+/, '');
}

function secondsUntil(exp: unknown): number {
  return Math.round(Number(exp) - Date.now() / 1000);
}
