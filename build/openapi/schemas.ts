/** The schemas of bodies and queries as JSON Schema, from the proxy and the contract. */
import * as z from 'zod';
import {
  BusinessAddressSchema,
  BusinessRepresentativeSchema,
  CustomerAddressSchema,
  EstimateResultSchema,
  operationNames,
  operations,
  type OperationName,
} from '../../src/contract/index.js';
import { bodySchemas, stringKeywords } from '../proxy-facts.js';
import type { JsonObject } from './components.js';

/** A request or a response. */
type Side = 'Request' | 'Response';

/** Nested schemas that get their own name, by the first operation that uses them. */
const parts: Partial<Record<OperationName, Partial<Record<Side, Record<string, z.ZodType>>>>> = {
  estimatePayments: {
    Request: { EstimateItem: bodySchemas.estimatePayments.element },
    Response: { EstimateResult: EstimateResultSchema },
  },
  createPayOverTimeLink: {
    Request: {
      CustomerDetails: bodySchemas.createPayOverTimeLink.shape.customerDetails.unwrap(),
      CustomerAddress: CustomerAddressSchema,
    },
  },
  addMerchantLocation: {
    Request: {
      BusinessAddress: BusinessAddressSchema,
      BusinessRepresentative: BusinessRepresentativeSchema,
    },
  },
};

/** Returns the name of the schema of an operation's body. */
export function schemaName(operation: OperationName, side: Side): string {
  return operation.charAt(0).toUpperCase() + operation.slice(1) + side;
}

/**
 * Creates the schemas of all bodies by name. Requests are as the proxy accepts them, without unknown fields. Responses are as in
 * the contract, and can have more fields. If the service creates something but breaks the contract in a field other than `url`,
 * the proxy leaves out that field.
 */
export function createBodySchemas(): Record<string, JsonObject> {
  return { ...schemasOf('Request'), ...schemasOf('Response') };
}

function schemasOf(side: Side): Record<string, JsonObject> {
  const registry = z.registry<{ id: string }>();
  for (const operation of operationNames) {
    for (const [id, part] of Object.entries(parts[operation]?.[side] ?? {})) {
      registry.add(part, { id });
    }
    const bodies: Partial<Record<OperationName, z.ZodType>> = bodySchemas;
    const whole = side === 'Request' ? bodies[operation] : answerOf(operation);
    if (whole) registry.add(whole, { id: schemaName(operation, side) });
  }
  // The value on the wire is the input of a transform, in requests and responses.
  const uri = (id: string) => `#/components/schemas/${id}`;
  const { schemas } = z.toJSONSchema(registry, { io: 'input', uri });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $id, $schema, ...schema }]) => [id, refine(schema, side)]),
  );
}

function answerOf(operation: OperationName): z.ZodType {
  switch (operation) {
    case 'createPayOverTimeLink':
    case 'createPrequalLink':
    case 'addMerchantLocation': {
      const response: z.ZodObject = operations[operation].response;
      return response.partial().extend({ url: response.shape['url']! });
    }
    default:
      return operations[operation].response;
  }
}

/** Creates the parameters of an operation's query. */
export function createQueryParameters(query: z.ZodType): JsonObject[] {
  const { properties, required } = refine(z.toJSONSchema(query, { io: 'input' }), 'Request');
  const requiredFields: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(properties as Record<string, JsonObject>).map(
    ([field, { description, ...schema }]) => ({
      name: field,
      in: 'query',
      ...(requiredFields.includes(field) && { required: true }),
      ...(description !== undefined && { description }),
      schema: { ...schema, minLength: 1 },
    }),
  );
}

/** Adapts a schema to readers and generators, and adds the keywords of its texts. */
function refine(schema: object, side: Side): JsonObject {
  const { prefixItems, pattern, properties, ...rest } = schema as Record<string, unknown>;
  const members = Object.entries(rest).map(([key, member]) => [key, refineMember(member, side)]);
  return {
    ...(Object.fromEntries(members) as JsonObject),
    // The format means the same and is easier to read.
    ...(pattern !== undefined && rest['format'] !== 'date' && { pattern }),
    // Few generators support tuples. These tuples have one item, which minItems and maxItems also express.
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
      const isString = side === 'Request' && schema['type'] === 'string' && !('enum' in schema);
      return [field, { ...(isString && stringKeywords(field)), ...schema }];
    },
  );
  return Object.fromEntries(fields) as JsonObject;
}
