/** Parses the bodies, queries, and paths of requests. The body for the service is built from the result. */
import * as z from 'zod';
import { retiredFields } from '../../contract/index.js';
import { isBlank } from '../../internal/blank.js';
import { maxEstimateItems } from '../../contract/estimate-query.js';
import { prefillFields, type CreatingOperation } from '../../contract/prefill-fields.js';
import { describeIssue } from '../../internal/field-sentences.js';
import { ProblemError, invalidRequest, toPath, type FieldError } from '../problems.js';
import { withoutBlankFields } from './blank-fields.js';
import { EstimateItemFieldsSchema, bodySchemas, type FieldsOf } from './body-schemas.js';
import { readStrings } from './string-rules.js';

/** The maximum number of errors in a response. */
const maxErrors = 20;

/** The maximum number of parameters in a query. */
const maxParameters = 20;

/**
 * Returns true for the path of a field that only pre-fills an application. The other fields are strict, because the contract
 * lists a 422 for them or the link depends on them. `chooseSms` is strict about a number that gets a text message.
 */
function isPrefill(operation: CreatingOperation, path: string): boolean {
  const fieldPath = path.replace(/^\[0\]\./, ''); // a request for a pre-qualification link is a list of one
  return prefillFields[operation].some(
    (field) => fieldPath.startsWith(field) && !/^\w/.test(fieldPath.slice(field.length)),
  );
}

/** A checked body. */
export interface ParsedBody<Fields> {
  readonly fields: Fields;
  /** The problems of the fields that were left out, by path. */
  readonly dropped: ReadonlyMap<string, ProblemError>;
}

/** Checks a body. Throws 400 `invalid-request`, or the 422 of a field. */
export function parseBody<Name extends CreatingOperation>(
  operation: Name,
  json: unknown,
): ParsedBody<FieldsOf<Name>> {
  const dropped = new Map<string, ProblemError>();
  const schema = bodySchemas[operation];
  const filled = withoutBlankFields(schema, json);
  let parsed = schema.safeParse(filled);
  // Pages often send null for a detail that they don't know, or a number as a zip code.
  const misfits = (parsed.error?.issues ?? []).filter(
    ({ code, path }) => code === 'invalid_type' && isPrefill(operation, toPath(path)),
  );
  if (misfits.length > 0) parsed = schema.safeParse(without(filled, misfits));
  if (!parsed.success) throw problemOfIssues(parsed.error.issues);
  for (const issue of misfits) dropped.set(toPath(issue.path), problemOfIssues([issue]));
  const fields = readStrings(parsed.data as FieldsOf<Name>, (path, problem) => {
    if (!isPrefill(operation, path)) throw problem;
    dropped.set(path, problem);
  });
  return { fields, dropped };
}

/** Returns a copy of a body without the fields that these issues are about. */
function without(json: unknown, issues: readonly z.core.$ZodIssue[]): unknown {
  const copy: unknown = structuredClone(json);
  for (const { path } of issues) {
    let parent = copy as Record<PropertyKey, unknown>;
    for (const key of path.slice(0, -1)) parent = parent[key] as typeof parent;
    delete parent[path.at(-1)!];
  }
  return copy;
}

const ItemListSchema = z.array(z.unknown()).min(1).max(maxEstimateItems);

/** Checks the items of an estimation one by one, because a schema of the list would collect the errors of all 500 items. */
export function parseItems(json: unknown): FieldsOf<'estimatePayments'> {
  const list = ItemListSchema.safeParse(json);
  if (!list.success) throw problemOfIssues(list.error.issues);
  const items: FieldsOf<'estimatePayments'> = [];
  const errors: FieldError[] = [];
  for (const [index, item] of list.data.entries()) {
    const { data, error } = EstimateItemFieldsSchema.safeParse(item);
    if (data) items.push(data);
    else errors.push(...error.issues.flatMap((issue) => toFieldErrors(issue, [index])));
    if (errors.length >= maxErrors) break;
  }
  if (errors.length > 0) throw invalidRequest(errors.slice(0, maxErrors));
  return readStrings(items);
}

/** Reads a query such as `?location=main-street`. Throws 400 `invalid-request` if a parameter occurs twice. */
export function readQuery(search: string): Readonly<Record<string, string>> {
  const parameters = new URLSearchParams(search);
  if (parameters.size > maxParameters) {
    const message = `More than ${maxParameters} query parameters`;
    throw invalidRequest([{ path: '', message }]);
  }
  const names = [...parameters.keys()];
  const twice = names.find((key, index) => names.indexOf(key) !== index);
  if (twice === undefined) return Object.fromEntries(parameters);
  throw invalidRequest([{ path: toPath([twice]), message: 'Given more than once' }]);
}

/** Checks a query, which can't have unknown or blank parameters. Throws 400 `invalid-request`. */
export function parseQuery<Query extends object>(schema: z.ZodType<Query>, query: unknown): Query {
  const parsed = schema.safeParse(query);
  if (!parsed.success) throw problemOfIssues(parsed.error.issues);
  const empty = Object.entries(parsed.data).find(
    ([, value]) => typeof value === 'string' && isBlank(value),
  );
  if (empty) throw invalidRequest([{ path: empty[0], message: 'Empty' }]);
  return readStrings(parsed.data);
}

/** Decodes and checks the location in a path. Throws 400 `invalid-request`. */
export function parsePathLocation(segment: string): string {
  try {
    return readStrings({ location: decodeURIComponent(segment) }).location;
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    throw invalidRequest([{ path: 'location', message: 'Invalid percent-encoding' }]);
  }
}

function problemOfIssues(issues: readonly z.core.$ZodIssue[]): ProblemError {
  const errors = issues.flatMap((issue) => toFieldErrors(issue)).slice(0, maxErrors);
  const [first] = issues;
  const isUnknownVertical =
    issues.length === 1 && first?.code === 'invalid_value' && first.path.join() === 'vertical';
  if (!isUnknownVertical) return invalidRequest(errors);
  const detail = 'The service does not know this vertical.';
  return new ProblemError('vertical-not-supported', { detail, errors });
}

function toFieldErrors(issue: z.core.$ZodIssue, parent: readonly PropertyKey[] = []): FieldError[] {
  const path = [...parent, ...issue.path];
  if (issue.code !== 'unrecognized_keys') {
    return [{ path: toPath(path), message: describeIssue(issue) }];
  }
  return issue.keys.slice(0, maxErrors).map((key) => {
    const replacement = Object.hasOwn(retiredFields, key) ? retiredFields[key] : undefined;
    return {
      path: toPath([...path, key]),
      message: replacement ? `Replaced by ${replacement}` : 'Unknown field',
    };
  });
}
