import fc from 'fast-check';
import { z } from 'zod';
import * as hostile from './hostile.ts';

/** Part of JSON Schema that the description of the API uses. */
export const jsonSchemaValidator = z.object({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  const: z.union([z.string(), z.number(), z.boolean()]).optional(),
  enum: z.array(z.union([z.string(), z.number(), z.boolean()])).optional(),
  pattern: z.string().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  required: z.array(z.string()).optional(),
  get anyOf() {
    return z.array(jsonSchemaValidator).optional();
  },
  get items() {
    return jsonSchemaValidator.optional();
  },
  get properties() {
    return z.record(z.string(), jsonSchemaValidator).optional();
  },
  get propertyNames() {
    return jsonSchemaValidator.optional();
  },
  get additionalProperties() {
    return z.union([z.boolean(), jsonSchemaValidator]).optional();
  },
});
export type JsonSchema = z.output<typeof jsonSchemaValidator>;

/** Ids and values of existing records, so that requests find something. */
export interface KnownValues {
  ids: readonly number[];
  uuids: readonly string[];
  days: readonly string[];
  texts: readonly string[];
}

/** Generates the usual value `times` times as often as the other value. */
export const mostly = <Usual, Other>(
  usual: fc.Arbitrary<Usual>,
  other: fc.Arbitrary<Other>,
  times = 24,
) => fc.oneof({ weight: times, arbitrary: usual }, { weight: 1, arbitrary: other });

const hostileValue = mostly(
  fc.constantFrom(...hostile.allValues),
  fc.jsonValue({ maxDepth: 2 }),
  3,
);

/** Generates values of the schema, often at its limits, and sometimes a hostile value. */
export const generateMostlyValidValue = (
  schema: JsonSchema,
  known: KnownValues,
): fc.Arbitrary<unknown> => mostly(generateFittingValue(schema, known), hostileValue);

/** Generates values of the schema, sometimes with a hostile part. */
export function generateFittingValue(
  schema: JsonSchema,
  known: KnownValues,
): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined)
    return fc.oneof(...schema.anyOf.map((each) => generateFittingValue(each, known)));
  const { type } = schema;
  if (Array.isArray(type))
    return fc.oneof(...type.map((each) => generateFittingValue({ ...schema, type: each }, known)));
  switch (type) {
    case 'string':
      if (schema.format === 'uuid') return fc.constantFrom(...known.uuids);
      if (schema.format === 'date')
        return mostly(fc.constantFrom(...known.days), fc.constantFrom(...hostile.days), 6);
      return fittingText(schema, known.texts);
    case 'integer':
    case 'number':
      return fittingNumber(schema, known.ids);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const { items = {}, minItems: minLength = 0, maxItems = 4 } = schema;
      return fc.array(generateMostlyValidValue(items, known), {
        minLength,
        maxLength: Math.min(maxItems, minLength + 3),
      });
    }
    case 'object':
      return fittingObject(schema, known);
    default:
      return fc.jsonValue();
  }
}

function fittingText(
  { pattern, minLength = 0, maxLength = 60 }: JsonSchema,
  known: readonly string[],
): fc.Arbitrary<string> {
  const expression = pattern === undefined ? /^/ : new RegExp(pattern, 'u');
  const fits = (text: string) =>
    text.length >= minLength && text.length <= maxLength && expression.test(text);
  const from = (texts: readonly string[], weight: number) =>
    texts.length === 0 ? [] : [{ weight, arbitrary: fc.constantFrom(...texts) }];
  const usual = from(
    [...known, ...hostile.pageCursors, ...hostile.listQueryStrings].filter(fits),
    4,
  );
  const written = {
    weight: 1,
    arbitrary: fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 40) }),
  };
  return fc.oneof(
    ...usual,
    ...from(hostile.texts.filter(fits), 1),
    ...(usual.length === 0 || fits('é ß') ? [written] : []),
  );
}

function fittingNumber(
  { type, minimum = -1e6, maximum = 1e6 }: JsonSchema,
  known: readonly number[],
): fc.Arbitrary<number> {
  const isInside = (value: number) =>
    value >= minimum && value <= maximum && (type === 'number' || Number.isInteger(value));
  const usual = fc.constantFrom(...known.filter(isInside), minimum);
  const edges = fc.constantFrom(...hostile.numbers.filter(isInside), minimum, maximum);
  const range = { min: Math.max(minimum, -100), max: Math.min(maximum, 100) };
  const any =
    type === 'number' ? fc.double({ min: minimum, max: maximum, noNaN: true }) : fc.integer(range);
  return fc.oneof(
    { weight: 8, arbitrary: usual },
    { weight: 3, arbitrary: edges },
    { weight: 1, arbitrary: any },
  );
}

function fittingObject(
  { properties = {}, required, propertyNames, additionalProperties }: JsonSchema,
  known: KnownValues,
): fc.Arbitrary<object> {
  if (typeof additionalProperties === 'object')
    return fc.dictionary(
      fc.constantFrom('', ...(propertyNames?.enum ?? []).map(String)),
      generateMostlyValidValue(additionalProperties, known),
      { maxKeys: 3 },
    );
  const parts = Object.fromEntries(
    Object.entries(properties).map(([name, each]) => [name, generateMostlyValidValue(each, known)]),
  );
  const described = fc.record(parts, { requiredKeys: required ?? [] });
  const extended = fc
    .tuple(described, fc.constantFrom('extra', '__proto__', 'constructor', ''), hostileValue)
    .map(([object, name, value]) => Object.fromEntries([...Object.entries(object), [name, value]]));
  return mostly(described, fc.oneof(extended, fc.record(parts, { requiredKeys: [] })), 12);
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/**
 * Escapes a text for a URL. `encodeURIComponent` throws for a lone surrogate, so each one is replaced
 * by the invalid UTF-8 bytes of U+D800.
 */
export const escapeForUrl = (text: string): string =>
  [...text].map((sign) => (sign.isWellFormed() ? encodeURIComponent(sign) : '%ED%A0%80')).join('');

/** Generates a value for a URL. */
export function generateUrlValue(schema: JsonSchema, known: KnownValues): fc.Arbitrary<string> {
  const odd = fc.oneof(
    fc.constantFrom(...hostile.allTexts).map(escapeForUrl),
    fc.constantFrom(...hostile.pathParts),
  );
  return mostly(
    generateFittingValue(schema, known).map((value) => escapeForUrl(textOf(value))),
    odd,
    12,
  );
}
