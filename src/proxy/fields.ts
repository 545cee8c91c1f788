/**
 * The fields that the proxy accepts: the contract's schemas, narrowed by the proxy's documented limits. Unknown fields
 * are refused and nothing is coerced. The body that goes to the service is built anew from the result.
 */
import * as z from 'zod';
import {
  CustomerDetailsSchema,
  EstimateItemSchema,
  EstimateQuerySchema,
  MerchantLocationRequestSchema,
  PayOverTimeLinkRequestSchema,
  PrequalLinkRequestSchema,
  VerticalSchema,
  isEmailAddress,
  isSupportedState,
  isUsPhoneNumber,
  retiredFields,
  territoryOfZipcode,
} from '../contract/index.js';
import { centsOf, maxEstimateItems } from '../internal/dollars.js';
import { parsePhoneNumberFromString } from '../packages/libphonenumber-js.js';
import { describeIssue } from './field-sentences.js';
import {
  ProblemError,
  invalidRequest,
  toPath,
  type FieldError,
  type ProblemCode,
} from './problems.js';
import { usNumbers } from './us-numbers.js';

/** Dollars above zero with at most two decimals. Float noise is rounded to cents, a real third decimal is refused. */
const DollarsSchema = z
  .number()
  .positive()
  .max(999_999_999.99)
  .transform((amount, context) => {
    const cents = centsOf(amount);
    if (cents > 0) return cents / 100;
    context.addIssue({ code: 'custom', message: 'More than two decimals' });
    return z.NEVER;
  });

const RequiredTextSchema = z.string().min(1);

const SendSmsSchema = z
  .boolean()
  .optional()
  .describe('Texts the link. When omitted, no text is sent unless the proxy allows texts.');

/** A number that JSON carries unchanged: beyond 2^53, the next whole number is another one. */
const ExactNumberSchema = z.number().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER);

const TextOrNumberSchema = z.union([z.string(), ExactNumberSchema]);

const EstimateItemFieldsSchema = EstimateItemSchema.extend({
  id: EstimateItemSchema.shape.id.min(1).max(128),
  totalAmount: EstimateItemSchema.shape.totalAmount.describe(
    'US dollars. More than two decimals are rounded to cents.',
  ),
});

/** A customer's details, any of which may turn out to be unusable (`parseBody`). */
const CustomerFieldsSchema = CustomerDetailsSchema.extend({
  dateOfBirth: z.string().optional().meta({ format: 'date' }),
}).optional();

/** The accepted body of each operation that has one. */
export const bodySchemas = {
  estimatePayments: z.array(EstimateItemFieldsSchema).min(1).max(maxEstimateItems),
  createPayOverTimeLink: PayOverTimeLinkRequestSchema.extend({
    amount: DollarsSchema.describe(
      'US dollars, at most two decimals. Must be verified by the server of the integrator.',
    ),
    customerDetails: CustomerFieldsSchema,
    location: RequiredTextSchema,
    transactionId: RequiredTextSchema,
    sendSMS: SendSmsSchema,
    roNumber: TextOrNumberSchema.optional(),
    representativeName: TextOrNumberSchema.optional(),
    redirectUrl: z
      .string()
      .optional()
      .describe(
        'Absolute URL on an origin that the proxy lists; on the origin of the page if it lists none.',
      ),
  }),
  createPrequalLink: z.tuple([
    PrequalLinkRequestSchema.extend({
      customerDetails: CustomerFieldsSchema,
      location: RequiredTextSchema,
      sendSMS: SendSmsSchema,
      departmentId: ExactNumberSchema.optional(),
    }),
  ]),
  addMerchantLocation: MerchantLocationRequestSchema.extend({
    location: RequiredTextSchema,
    sendSMS: SendSmsSchema,
    // A text that is not listed gets another answer than a value that is not a text.
    vertical: z.string().pipe(VerticalSchema).meta({ enum: VerticalSchema.options }),
  }),
} as const;

/** The checked body of an operation. */
export type FieldsOf<Name extends keyof typeof bodySchemas> = z.output<(typeof bodySchemas)[Name]>;

/** Most errors of an answer, and most parameters of a query. */
const mostErrors = 20;
const mostParameters = 20;

/**
 * Fields that only pre-fill an application, by their paths: one that cannot be used is left out, since it must not take the
 * link away. The others are strict: the contract lists a 422 for them, or the link depends on them. A number that is to be
 * texted is strict as well (`chooseSms`).
 */
const prefillPaths = {
  createPayOverTimeLink: /^customerDetails\b/,
  createPrequalLink: /^\[0\]\.(?:customerDetails\b|customerPhoneNumber$|representativeEmail$)/,
  addMerchantLocation: /^representativeDetails\.(?:email|phoneNumber)$/,
} as const;

/** A checked body. */
export interface ParsedBody<Fields> {
  readonly fields: Fields;
  /** What is wrong with the fields that were left out, by their paths. */
  readonly dropped: ReadonlyMap<string, ProblemError>;
}

/** Checks a body. Throws 400 `invalid-request`, or the 422 of a field. */
export function parseBody<Name extends keyof typeof prefillPaths>(
  operation: Name,
  json: unknown,
): ParsedBody<FieldsOf<Name>> {
  const dropped = new Map<string, ProblemError>();
  const schema = bodySchemas[operation];
  let parsed = schema.safeParse(json);
  // A page often has null for a detail that it does not know, or a number for a zip code.
  const misfits = (parsed.error?.issues ?? []).filter(
    ({ code, path }) => code === 'invalid_type' && prefillPaths[operation].test(toPath(path)),
  );
  if (misfits.length > 0) parsed = schema.safeParse(without(json, misfits));
  if (!parsed.success) throw problemOfIssues(parsed.error.issues);
  for (const issue of misfits) dropped.set(toPath(issue.path), problemOfIssues([issue]));
  const fields = readStrings(parsed.data as FieldsOf<Name>, (path, problem) => {
    if (!prefillPaths[operation].test(path)) throw problem;
    dropped.set(path, problem);
  });
  return { fields, dropped };
}

/** A copy of a body without the fields that these issues are about. */
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

/** Checks the items of an estimation one by one, since a schema of the list would find the errors of all 500 first. */
export function parseItems(json: unknown): FieldsOf<'estimatePayments'> {
  const list = ItemListSchema.safeParse(json);
  if (!list.success) throw problemOfIssues(list.error.issues);
  const items: FieldsOf<'estimatePayments'> = [];
  const errors: FieldError[] = [];
  for (const [index, item] of list.data.entries()) {
    const { data, error } = EstimateItemFieldsSchema.safeParse(item);
    if (data) items.push(data);
    else errors.push(...error.issues.flatMap((issue) => toFieldErrors(issue, [index])));
    if (errors.length >= mostErrors) break;
  }
  if (errors.length > 0) throw invalidRequest(errors.slice(0, mostErrors));
  return readStrings(items);
}

/** Reads a query, as in `?location=main-street`. Throws 400 `invalid-request` for a parameter that is there twice. */
export function readQuery(search: string): Readonly<Record<string, string>> {
  const parameters = new URLSearchParams(search);
  if (parameters.size > mostParameters) {
    const message = `More than ${mostParameters} query parameters`;
    throw invalidRequest([{ path: '', message }]);
  }
  const names = [...parameters.keys()];
  const twice = names.find((key, index) => names.indexOf(key) !== index);
  if (twice === undefined) return Object.fromEntries(parameters);
  throw invalidRequest([{ path: toPath([twice]), message: 'Given more than once' }]);
}

/** The query of the line: that of an estimation, an amount, and the language of the words. */
export const LineQuerySchema = z.strictObject({
  amount: z
    .string()
    .regex(/^-?\d+(?:\.\d+)?$/, 'Not a number, as in 1299.00')
    .describe('US dollars, as in `1299.00`. More than two decimals are rounded to cents.'),
  lang: z.string().optional().describe('`en` or `es`, also as in `es-US`. Any other is English.'),
  ...EstimateQuerySchema.shape,
});

/** Checks a query: no parameter is unknown or empty. Throws 400 `invalid-request`. */
export function parseQuery<Query extends object>(schema: z.ZodType<Query>, query: unknown): Query {
  const parsed = schema.safeParse(query);
  if (!parsed.success) throw problemOfIssues(parsed.error.issues);
  const empty = Object.entries(parsed.data).find(([, value]) => value === '');
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

/** Returns the fields that name a state or a territory which the contract excludes. */
export function unsupportedFields({
  vertical,
  businessAddress: { state, zipcode = '' } = {},
}: FieldsOf<'addMerchantLocation'>): ('businessAddress.state' | 'businessAddress.zipcode')[] {
  const isStateExcluded = state !== undefined && !isSupportedState(vertical, state);
  return [
    ...(isStateExcluded ? (['businessAddress.state'] as const) : []),
    ...(territoryOfZipcode(zipcode) ? (['businessAddress.zipcode'] as const) : []),
  ];
}

/** Refuses a location in a state or a territory that the contract excludes. Throws 422 `state-not-supported`. */
export function checkState(fields: FieldsOf<'addMerchantLocation'>): void {
  const errors = unsupportedFields(fields).map((path) => ({ path, message: 'Not supported' }));
  if (errors.length > 0) throw new ProblemError('state-not-supported', { errors });
}

function problemOfIssues(issues: readonly z.core.$ZodIssue[]): ProblemError {
  const errors = issues.flatMap((issue) => toFieldErrors(issue)).slice(0, mostErrors);
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
  return issue.keys.slice(0, mostErrors).map((key) => {
    const replacement = Object.hasOwn(retiredFields, key) ? retiredFields[key] : undefined;
    return {
      path: toPath([...path, key]),
      message: replacement ? `Replaced by ${replacement}` : 'Unknown field',
    };
  });
}

interface StringRule {
  /** Returns the text as it goes to the service, or undefined to refuse it. */
  read(text: string): string | undefined;
  readonly message: string;
  /** `invalid-request` without it. */
  readonly code?: ProblemCode;
  /** The part of the rule that JSON Schema can express. */
  readonly keywords?: StringKeywords;
}

/** JSON Schema keywords of a string. */
export interface StringKeywords {
  readonly maxLength?: number;
  readonly format?: 'email';
}

const phoneNumber: StringRule = {
  read: canonicalPhoneNumber,
  code: 'invalid-phone-number',
  message: 'Not a US phone number that can be texted',
};
const emailAddress: StringRule = {
  read: (text) => (isEmailAddress(text) ? text : undefined),
  code: 'invalid-email',
  message: 'Not an email address',
  keywords: { format: 'email', maxLength: 254 },
};
const dateOfBirth: StringRule = {
  read: (text) =>
    z.iso.date().safeParse(text).success &&
    text >= '1900-01-01' &&
    text < new Date().toISOString().slice(0, 10)
      ? text
      : undefined,
  message: 'Not a date of birth',
};

// Not shown: field lengths. We take 256 characters for a text, 2,048 for a URL, and no control characters.
function printableUpTo(maxLength: number): StringRule {
  return {
    read: (text) => (text.length <= maxLength && isPrintable(text) ? text : undefined),
    message: `Longer than ${maxLength} characters, or not printable`,
    keywords: { maxLength },
  };
}
const plainString = printableUpTo(256);

/**
 * The rules of fields by name, since the contract uses each of these names for one thing only. All other strings are plain.
 */
const rules: Readonly<Record<string, StringRule>> = {
  phone: phoneNumber,
  phoneNumber,
  customerPhoneNumber: phoneNumber,
  email: emailAddress,
  representativeEmail: emailAddress,
  dateOfBirth,
  redirectUrl: printableUpTo(2048),
};

/** Returns the JSON Schema keywords of a string field, beyond those of its schema. */
export function stringKeywords(field: string): StringKeywords {
  return (rules[field] ?? plainString).keywords ?? {};
}

/** Takes the path of a text that cannot be used, and the problem with it. Where it does not throw, the text is left out. */
type OnUnusable = (path: string, problem: ProblemError) => void;

/**
 * Checks all strings of input that has passed its schema, and returns the input with the strings as they go to the service.
 * By default, throws a `ProblemError` that names the path.
 */
export function readStrings<T>(
  value: T,
  onUnusable: OnUnusable = (_path, problem) => {
    throw problem;
  },
): T {
  return readMember(value, [], onUnusable) as T;
}

/** `path` is one array that is pushed and popped, since an estimation can have 500 members. */
function readMember(value: unknown, path: PropertyKey[], onUnusable: OnUnusable): unknown {
  if (typeof value === 'string') return readString(value, path, onUnusable);
  if (typeof value !== 'object' || value === null) return value;
  const readAt = (member: unknown, key: PropertyKey) => {
    path.push(key);
    const read = readMember(member, path, onUnusable);
    path.pop();
    return read;
  };
  if (Array.isArray(value)) return value.map(readAt);
  const changed: [string, unknown][] = [];
  for (const [key, member] of Object.entries(value)) {
    const read = readAt(member, key);
    if (read !== member) changed.push([key, read]);
  }
  return changed.length === 0 ? value : { ...value, ...Object.fromEntries(changed) };
}

function readString(
  text: string,
  path: readonly PropertyKey[],
  onUnusable: OnUnusable,
): string | undefined {
  const { read, code, message } = rules[String(path.at(-1))] ?? plainString;
  const taken = read(text);
  if (taken !== undefined) return taken;
  const errors = [{ path: toPath(path), message }];
  onUnusable(
    toPath(path),
    code === undefined
      ? invalidRequest(errors)
      : new ProblemError(code, { detail: `${message}.`, errors }),
  );
  return undefined;
}

/** True for well-formed Unicode without control characters. */
function isPrintable(text: string): boolean {
  return !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(text);
}

/**
 * Returns a US number that can be texted as `+14155552671`, or undefined for any other text. The contract wants "a valid
 * US number", and the service is not available in the territories, so numbers of Puerto Rico and Guam are refused like
 * those of Canada and the Caribbean, premium and toll-free numbers. The fictional 555-0100 to 555-0199 pass.
 */
function canonicalPhoneNumber(text: string): string | undefined {
  // A number that is copied from a phone's contacts has no-break spaces and hyphens, between marks of direction.
  const typed = text
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Zs}/gu, ' ')
    .replace(/\p{Pd}/gu, '-');
  // The library would find numbers in sentences, drop extensions, and read digits of any script.
  if (!isUsPhoneNumber(typed)) return undefined;
  const number = parsePhoneNumberFromString(typed, 'US', usNumbers);
  // In the US the digits do not tell mobile from fixed line: both have this one type.
  const type = number?.getType();
  return type === 'FIXED_LINE_OR_MOBILE' ? number?.number : undefined;
}

const linkOrInvisible = /:\/\/|[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/**
 * What phones make a link of, as in `evil.com`, `p-a-y.com`, `t.co/x` and `203.0.113.9`. `J.R.Smith` and `St.John` are none.
 * No shape tells a domain of one or two letters from them: `x.co` passes.
 */
const domain = /[\p{L}\p{N}\p{M}_-]{3}[.。]\p{L}{2}|[.。]\p{L}{2,}\/|(?:\d{1,3}[.。]){3}\d/u;

/**
 * Checks the names in the body of a request for a text, which may quote them: no link, and none of the characters without
 * a shape, which hide one. A business, which staff alone can name, may have the name of a domain. `path` is that of the body.
 * Throws 400 `invalid-request`.
 */
export function checkTextedNames(value: object, path: readonly PropertyKey[]): void {
  for (const [key, member] of Object.entries(value) as [string, unknown][]) {
    const at = [...path, key];
    if (typeof member === 'object' && member !== null) checkTextedNames(member, at);
    if (typeof member !== 'string' || !/name$/i.test(key)) continue;
    const text = member.normalize('NFKC');
    const isOfBusiness = ['businessName', 'legalName'].includes(key);
    if (!linkOrInvisible.test(text) && (isOfBusiness || !domain.test(text))) continue;
    const message = 'A name in a text has no link and no invisible character';
    throw invalidRequest([{ path: toPath(at), message }]);
  }
}
