import { z } from 'zod';
import { addDays, type Day } from '#shared/core/dates.ts';
import {
  daySchema,
  endpoint,
  idInUrlSchema,
  idSchema,
  textSchema,
  versionSchema,
} from '#shared/core/endpoint.ts';
import { personSchema } from '#shared/core/person.ts';
import { type ProductKey, productKeySchema, productKeys, products } from '#shared/core/products.ts';
import { isStateCode } from '#shared/core/state-names.ts';

/** Reasons why a customer may be the same practice as a prospect, strongest first. */
export const customerMatchReasons = [
  'Same external id',
  'Same place',
  'Same phone number',
  'Same name and ZIP code',
  'Same street and ZIP code',
] as const;
export type CustomerMatchReason = (typeof customerMatchReasons)[number];

export const customerCandidateSchema = z.strictObject({
  institutionId: z.int(),
  institutionName: z.string(),
  /** Address of a matching location. */
  address: z.string(),
  reasons: z.array(z.enum(customerMatchReasons)).min(1),
  /** Last day as a customer; `null` for a current customer. */
  leftOn: z.iso.date().nullable(),
});
export type CustomerCandidate = z.output<typeof customerCandidateSchema>;

const requiredText = (length: number) => textSchema.trim().min(1, 'must not be empty').max(length);

const newCustomerFields = {
  name: requiredText(200),
  streetAddress: requiredText(200).nullable(),
  city: requiredText(100),
  state: textSchema.refine(isStateCode, 'must be a US state, such as TX'),
  zip: textSchema.regex(/^\d{5}(-\d{4})?$/, 'must be a ZIP code, such as 06103'),
  practiceType: requiredText(100),
  ehr: requiredText(100).nullable(),
  phone: requiredText(50).nullable(),
};

/** Facts of a prospect that become facts of its customer. A missing fact is an empty text. */
const conversionFactsSchema = z.strictObject({
  name: z.string(),
  streetAddress: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  practiceType: z.string(),
  ehr: z.string(),
  phone: z.string(),
});
export type ConversionFacts = z.output<typeof conversionFactsSchema>;

const prospectParams = z.strictObject({ prospectId: idInUrlSchema });
const typedTextSchema = textSchema.max(200).optional();

/** Typed values replace the prospect's facts in the search for candidates. */
export const getConversionDraft = endpoint({
  method: 'GET',
  path: '/api/prospects/:prospectId/conversion',
  summary: 'Facts for the conversion of a prospect, and customers that may be the same practice',
  params: prospectParams,
  query: z.object({
    name: typedTextSchema,
    streetAddress: typedTextSchema,
    zip: typedTextSchema,
    phone: typedTextSchema,
  }),
  response: z.strictObject({
    version: z.int(),
    facts: conversionFactsSchema,
    locationCount: z.int().nullable(),
    /** Owner of the prospect, if active; otherwise the current user. */
    owner: personSchema,
    candidates: z.array(customerCandidateSchema),
    /** Practice types of customers, most common first. */
    practiceTypes: z.array(z.string()),
    /** `true` when owners of customers come from an external CRM. */
    ownersAreElsewhere: z.boolean(),
  }),
});
export type ConversionDraft = z.output<typeof getConversionDraft.response>;

/** Returns the problem with the sold products; `undefined` when there is none. */
export function soldProductsProblem(sold: readonly ProductKey[]): string | undefined {
  const orphan = sold.find((key) => {
    const { parent } = products[key];
    return parent !== undefined && !sold.includes(parent);
  });
  const { name, parent } = orphan === undefined ? {} : products[orphan];
  return parent === undefined ? undefined : `${name} needs ${products[parent].name}`;
}

const goLiveDays = { back: 366, ahead: 731 } as const;

/** Returns the problem with a go-live date; `undefined` when there is none. */
export function goLiveProblem(goLiveOn: Day, today: Day): string | undefined {
  if (goLiveOn < addDays(today, -goLiveDays.back)) return 'must be at most a year ago';
  return goLiveOn > addDays(today, goLiveDays.ahead)
    ? 'must be at most two years ahead'
    : undefined;
}

/** Default number of days until go-live. */
export const defaultGoLiveDays = 30;

const customerChoiceSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('existing'), institutionId: idSchema }),
  z.strictObject({
    kind: z.literal('new'),
    ...newCustomerFields,
    goLiveOn: daySchema,
    /** Candidates that the user saw and found to be other practices. */
    otherThan: z.array(idSchema).max(100),
  }),
]);
export type CustomerChoice = z.output<typeof customerChoiceSchema>;
export type NewCustomer = Extract<CustomerChoice, { kind: 'new' }>;

const conversionRequestSchema = z
  .strictObject({
    conversionId: z.uuid(),
    version: versionSchema,
    customer: customerChoiceSchema,
    /** User who gets the handover task and, without an external CRM, owns the new customer. */
    ownerId: z.uuid(),
    /** Products sold, each of which becomes an entitlement from today on. */
    products: z.array(productKeySchema).max(productKeys.length),
  })
  .refine(({ products: sold }) => new Set(sold).size === sold.length, {
    path: ['products'],
    message: 'must not contain a product twice',
  })
  .refine(({ products: sold }) => soldProductsProblem(sold) === undefined, {
    path: ['products'],
    message: 'must contain the product of each sub-product',
  })
  .refine(({ customer, products: sold }) => customer.kind === 'existing' || sold.length > 0, {
    path: ['products'],
    message: 'must not be empty for a new customer',
  });
export type ConversionRequest = z.output<typeof conversionRequestSchema>;

const conversionResultSchema = z.strictObject({
  conversionId: z.uuid(),
  institutionId: z.int(),
  institutionName: z.string(),
  /** Version of the prospect after the conversion. */
  version: z.int(),
});

/** Creates or links the customer in one transaction. The id makes a repeated request harmless. */
export const postConversion = endpoint({
  method: 'POST',
  path: '/api/prospects/:prospectId/conversions',
  summary:
    'Convert a prospect to a customer; 409 when the prospect changed, or when an unseen customer may be the same practice',
  params: prospectParams,
  body: conversionRequestSchema,
  response: conversionResultSchema,
});

export const postConversionUndo = endpoint({
  method: 'POST',
  path: '/api/prospects/:prospectId/conversions/:conversionId/undo',
  summary:
    'Undo a conversion within 24 hours; 409 with the reason when the customer has data since',
  params: prospectParams.extend({ conversionId: z.uuid() }),
  body: z.strictObject({}),
  response: z.strictObject({ version: z.int() }),
});

/** Conversion of a prospect that is in force. */
export const prospectConversionSchema = z.strictObject({
  conversionId: z.uuid(),
  institutionId: z.int(),
  institutionName: z.string(),
  isNew: z.boolean(),
  by: personSchema,
  at: z.iso.datetime(),
  /** Time until which the conversion can be undone. */
  undoableUntil: z.iso.datetime(),
});
export type ProspectConversion = z.output<typeof prospectConversionSchema>;
