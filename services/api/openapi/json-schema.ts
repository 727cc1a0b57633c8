import { z } from 'zod';

export interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly [keyword: string]: unknown;
}

export function described(shape: z.ZodType, io: 'input' | 'output'): { schema: JsonSchema; example: object } {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io, unrepresentable: 'any' }) as JsonSchema;
  return { schema: withoutExamples(schema), example: composed(schema) as object };
}

/** Leaves out each optional field that has no example. */
function composed(schema: JsonSchema): unknown {
  const { properties, required = [], items, anyOf } = schema;
  if ('example' in schema) return schema['example'];
  if (properties)
    return Object.fromEntries(
      Object.entries(properties)
        .filter(([field, type]) => required.includes(field) || 'example' in type)
        .map(([field, type]) => [field, composed(type)]),
    );
  if (items) return [composed(items)];
  return anyOf ? composed(anyOf[0]!) : schema['const'];
}

function withoutExamples({ example: _, properties, items, anyOf, ...rest }: JsonSchema): JsonSchema {
  const fields =
    properties && Object.entries(properties).map(([field, type]) => [field, withoutExamples(type)]);
  return {
    ...rest,
    ...(fields && { properties: Object.fromEntries(fields) as Record<string, JsonSchema> }),
    ...(items && { items: withoutExamples(items) }),
    ...(anyOf && { anyOf: anyOf.map(withoutExamples) }),
  };
}
