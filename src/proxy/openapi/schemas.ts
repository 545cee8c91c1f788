import * as z from 'zod';
import {
  BusinessAddressSchema,
  BusinessRepresentativeSchema,
  CustomerAddressSchema,
  CustomerDetailsSchema,
  EstimateResultSchema,
  operations,
  type OperationName,
} from '../../contract/index.js';
import { bodySchemas, textKeywords } from '../gates/index.js';

/** A JSON Schema (draft 2020-12), or another object of an OpenAPI document. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** What goes to an operation, or comes from it. */
type Side = 'Request' | 'Response';

/** Schemas within others that have a name of their own, by the first operation that has them. */
const parts: Partial<Record<OperationName, Partial<Record<Side, Record<string, z.ZodType>>>>> = {
  estimatePayments: {
    Request: { EstimateItem: bodySchemas.estimatePayments.element },
    Response: { EstimateResult: EstimateResultSchema },
  },
  createPayOverTimeLink: {
    Request: { CustomerDetails: CustomerDetailsSchema, CustomerAddress: CustomerAddressSchema },
  },
  addMerchantLocation: {
    Request: {
      BusinessAddress: BusinessAddressSchema,
      BusinessRepresentative: BusinessRepresentativeSchema,
    },
  },
};

const inapplicable = '-1, as all four amounts are, when the amount cannot be financed.';

/** What a schema cannot say, by the name of the field. */
const notes: Readonly<Record<string, string>> = {
  id: 'Chosen by the caller, unique within the request, and the same in the result.',
  totalAmount: 'US dollars, at most two decimals.',
  amount: 'US dollars, at most two decimals. Somebody else than the page has to vouch for it.',
  monthlyAmount: `US dollars. ${inapplicable}`,
  amountFinanced: `US dollars. ${inapplicable}`,
  downPayment: `US dollars due at checkout. ${inapplicable}`,
  apr: `Percent. ${inapplicable}`,
  downPaymentPercent: 'Percent of the amount financed. Not one of the four amounts.',
  sendSMS: 'Texts the link. When omitted, nobody is texted unless the proxy allows texts.',
  timeZone: 'IANA name, as in America/New_York. The service assumes America/Los_Angeles.',
  phone: 'US phone number.',
  phoneNumber: 'US phone number that can be texted. Needed when sendSMS is true.',
  customerPhoneNumber: 'US phone number that can be texted. Needed when sendSMS is true.',
  redirectUrl: 'Absolute URL of the page, or of an origin that the proxy allows.',
};

/** The name of the schema of an operation's body. */
export function schemaName(operation: OperationName, side: Side): string {
  return operation.charAt(0).toUpperCase() + operation.slice(1) + side;
}

/** A reference to a component of the document. */
export function componentRef(kind: string, key: string): JsonObject {
  return { $ref: `#/components/${kind}/${key}` };
}

/**
 * The schemas of these operations by name: requests as the proxy takes them, which know every field, and answers
 * as the contract has them, which may have more.
 */
export function createSchemas(names: readonly OperationName[]): Record<string, JsonObject> {
  return { ...schemasOf(names, 'Request'), ...schemasOf(names, 'Response') };
}

function schemasOf(names: readonly OperationName[], side: Side): Record<string, JsonObject> {
  const registry = z.registry<{ id: string }>();
  for (const operation of names) {
    for (const [id, part] of Object.entries(parts[operation]?.[side] ?? {})) {
      registry.add(part, { id });
    }
    const bodies: Partial<Record<OperationName, z.ZodType>> = bodySchemas;
    const whole = side === 'Request' ? bodies[operation] : operations[operation].response;
    if (whole) registry.add(whole, { id: schemaName(operation, side) });
  }
  // On both sides of a transform, what is on the wire is its input.
  const uri = (id: string) => `#/components/schemas/${id}`;
  const { schemas } = z.toJSONSchema(registry, { io: 'input', uri });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $id, $schema, ...schema }]) => [id, refine(schema, side)]),
  );
}

/** The parameters of an operation's query. */
export function createQueryParameters(query: z.ZodType): JsonObject[] {
  const { properties } = refine(z.toJSONSchema(query, { io: 'input' }), 'Request');
  return Object.entries(properties as Record<string, JsonObject>).map(
    ([field, { description, ...schema }]) => ({
      name: field,
      in: 'query',
      ...(description !== undefined && { description }),
      schema: { ...schema, minLength: 1 },
    }),
  );
}

/** A schema as readers and generators like it, with what zod does not know of its fields. */
function refine(schema: object, side: Side): JsonObject {
  const { prefixItems, pattern, properties, ...rest } = schema as Record<string, unknown>;
  const members = Object.entries(rest).map(([key, member]) => [key, refineMember(member, side)]);
  return {
    ...(Object.fromEntries(members) as JsonObject),
    // The format says the same, and can be read.
    ...(pattern !== undefined && rest['format'] !== 'date' && { pattern }),
    // Few generators know tuples, and ours have one item: minItems and maxItems say so too.
    ...(Array.isArray(prefixItems) && { items: refineMember(prefixItems[0], side) }),
    ...(properties !== undefined && { properties: refineFields(properties as JsonObject, side) }),
  };
}

function refineMember(member: unknown, side: Side): unknown {
  if (Array.isArray(member)) return member.map((item) => refineMember(item, side));
  return typeof member === 'object' && member !== null ? refine(member, side) : member;
}

function refineFields(properties: JsonObject, side: Side): JsonObject {
  const fields = Object.entries(properties as Record<string, JsonObject>).map(
    ([field, property]) => {
      const schema = refine(property, side);
      const isText = side === 'Request' && schema['type'] === 'string' && !('enum' in schema);
      const description = notes[field];
      return [
        field,
        {
          ...(isText && textKeywords(field)),
          ...schema,
          ...(description !== undefined && { description }),
        },
      ];
    },
  );
  return Object.fromEntries(fields) as JsonObject;
}
