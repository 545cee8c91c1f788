import {
  operations,
  statesNamedIn,
  type DeclaredError,
  type OperationName,
} from '../contract/index.js';
import { tryParseJson } from '../internal/json.js';
import { ServiceResponseError } from './errors.js';
import type { ServiceAnswer } from '../internal/exchange.js';

/**
 * Reads an error answer of the service. The contract does not show the body, so the message is taken from the
 * members seen in practice, else from the plain text; without a message the status alone decides.
 */
export async function readErrorAnswer(
  operation: OperationName,
  answer: ServiceAnswer,
): Promise<ServiceResponseError> {
  const { status } = answer;
  const text = messageIn(await answer.text().catch(() => ''));
  return new ServiceResponseError(operation, {
    status,
    ...matchDeclared(operation, status, text),
    retryAfterSeconds: parseRetryAfter(answer.retryAfter),
    sandboxReason: answer.sandboxReason ?? undefined,
  });
}

/** Finds which of the operation's declared errors an answer can mean. */
function matchDeclared(operation: OperationName, status: number, text: string) {
  const all: [string, DeclaredError][] = Object.entries(operations[operation].errors);
  const withStatus = all.filter(([, error]) => error.status === status);
  const withMessage = withStatus.filter(([, error]) => startsWithMessage(text, error.message));
  const withCondition = withStatus.filter(([, error]) => hasWordsOf(text, error.condition));
  const [meant = withStatus] = [withCondition, withMessage].filter((some) => some.length > 0);
  const states = meant.some(([, error]) => error.listsStates) ? statesNamedIn(text) : [];
  const possible = meant.filter(([, error]) => states.length === 0 || error.listsStates);
  return {
    contractMessage: withMessage[0]?.[1].message,
    conditions: possible.map(([condition]) => condition),
    states,
  };
}

function startsWithMessage(text: string, message: string): boolean {
  return text.trim().toLowerCase().startsWith(message.toLowerCase());
}

/** True when the text has the words of a condition: several conditions can share one message. */
function hasWordsOf(text: string, condition: string): boolean {
  const [words = ''] = condition.split(' (');
  return text.toLowerCase().includes(words.toLowerCase());
}

function messageIn(body: string): string {
  const json = tryParseJson(body);
  if (typeof json === 'string') return json;
  if (typeof json !== 'object' || json === null) return body;
  const { message, description, error } = json as Record<string, unknown>;
  // Some frameworks leave `message` empty and put the reason phrase in `error`.
  const texts = [message, description, error].filter((member) => typeof member === 'string');
  return texts.find((text) => text.trim() !== '') ?? '';
}

/** Seconds of a Retry-After header (RFC 9110 section 10.2.3), given as a number or as a date. */
function parseRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
}
