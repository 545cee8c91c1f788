import type * as z from 'zod';
import { operations, type DeclaredError, type OperationName } from '../../contract/index.js';
import { failingLocation, type Alliance, type Merchant, type Visit } from '../state/index.js';
import { Refusal } from './refusal.js';

/** One call of an operation. */
export interface Call extends Visit {
  /** `{location}` of the path, decoded; empty on operations without one. */
  readonly pathLocation: string;
}

/** Finds the alliance by the credentials that the operation requires. */
export function findAlliance(
  { request, state }: Call,
  operation: OperationName,
  refused: DeclaredError,
): Alliance {
  const alliance = state.alliances.find(({ credentials }) =>
    operations[operation].credentials.every(
      (header) => request.headers.get(header) === credentials[header],
    ),
  );
  if (!alliance) throw new Refusal(refused);
  return alliance;
}

/** Reads and checks the JSON body of a call. */
export async function readJsonBody<S extends z.ZodType>(
  { request }: Call,
  schema: S,
  malformed: DeclaredError,
): Promise<z.output<S>> {
  let json: unknown;
  try {
    json = await request.json();
  } catch {
    throw new Refusal(malformed, { reason: 'The body is not JSON' });
  }
  return check(json, schema, malformed);
}

/** Checks a value against a schema. */
export function check<S extends z.ZodType>(
  value: unknown,
  schema: S,
  malformed: DeclaredError,
): z.output<S> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new Refusal(malformed, { reason: describeIssues(parsed.error) });
  return parsed.data;
}

/** Describes the issues of a schema in one line, as in `0.totalAmount: Invalid input: expected number`. */
export function describeIssues({ issues }: z.ZodError): string {
  return issues
    .map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '))
    .join('; ');
}

/** Finds a merchant of the alliance. Throws the server error for the location that always fails. */
export function findMerchant(
  alliance: Alliance,
  id: string,
  errors: { readonly locationNotFound: DeclaredError; readonly serverError: DeclaredError },
): Merchant {
  refuseFailingLocation(id, errors.serverError);
  const merchant = alliance.merchants.get(id);
  if (!merchant) throw new Refusal(errors.locationNotFound);
  return merchant;
}

/** Throws the server error for the location that always fails. */
export function refuseFailingLocation(id: string, serverError: DeclaredError): void {
  if (id === failingLocation) throw new Refusal(serverError);
}
