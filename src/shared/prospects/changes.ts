import { z } from 'zod';
import {
  endpoint,
  idInUrlSchema,
  idSchema,
  textSchema,
  versionSchema,
} from '#shared/core/endpoint.ts';
import { isNpi } from './npi.ts';
import { prospectLostReasons, selectableProspectStages } from './stages.ts';

/** Maximum number of prospects that one request changes. */
export const maxChangedProspects = 500;
export const maxProspectNoteLength = 20_000;

const reasonSchema = textSchema.trim().min(1, 'must not be empty').max(500);

/** Change of the work on prospects. */
export const prospectChangeSchema = z.discriminatedUnion('action', [
  z
    .strictObject({
      action: z.literal('move'),
      stage: z.enum(selectableProspectStages),
      lostReason: z.enum(prospectLostReasons).nullable(),
    })
    .refine(({ stage, lostReason }) => (stage === 'Lost') === (lostReason !== null), {
      path: ['lostReason'],
      message: 'is required for Lost, and only for Lost',
    }),
  z.strictObject({ action: z.literal('assign'), ownerId: z.uuid().nullable() }),
  /** Assigns each prospect to the owner of its territory. Prospects without such an owner stay. */
  z.strictObject({ action: z.literal('assignByTerritory') }),
  z.strictObject({
    action: z.literal('setCriterion'),
    /** Id of an exit criterion. */
    criterionId: textSchema.max(40),
    isMet: z.boolean(),
  }),
  z.strictObject({
    action: z.literal('setAmount'),
    /** Expected monthly amount in dollars; `null` removes it. */
    monthlyAmount: z.number().min(0).max(10_000_000).multipleOf(0.01).nullable(),
  }),
  z.strictObject({ action: z.literal('suppress'), reason: reasonSchema }),
  z.strictObject({ action: z.literal('liftSuppression'), reason: reasonSchema }),
]);
export type ProspectChange = z.output<typeof prospectChangeSchema>;

/** Changes all given prospects, or none on failure. The id makes a repeated request harmless. */
export const postProspectChange = endpoint({
  method: 'POST',
  path: '/api/prospects/changes',
  summary: 'Change the work on prospects; 409 when one changed after its `version`',
  body: z.strictObject({
    changeId: z.uuid(),
    prospects: z
      .array(z.strictObject({ prospectId: idSchema, version: versionSchema }))
      .min(1)
      .max(maxChangedProspects),
    change: prospectChangeSchema,
  }),
  response: z.strictObject({
    prospects: z.array(z.strictObject({ prospectId: z.int(), version: z.int() })),
  }),
});

/** Labels of the facts that a user can enter. */
export const prospectFactLabels = {
  name: 'Name',
  address: 'Address',
  businessType: 'Type',
  phone: 'Phone',
  website: 'Website',
  ehr: 'EHR',
  locationCount: 'Locations',
  onlineBooking: 'Online booking',
  npi: 'NPI',
} as const;
export type ProspectFactField = keyof typeof prospectFactLabels;
export const prospectFactFields = Object.keys(prospectFactLabels) as [
  ProspectFactField,
  ...ProspectFactField[],
];

/**
 * Returns why a value of a fact cannot be saved; `undefined` when it can. An empty value, which
 * removes the user's own value, has no problem.
 */
export function prospectFactProblem(field: ProspectFactField, value: string): string | undefined {
  if (value === '') return undefined;
  switch (field) {
    case 'locationCount':
      return /^[1-9]\d{0,5}$/.test(value)
        ? undefined
        : 'must be a whole number from 1 to 999,999, such as 3';
    case 'onlineBooking':
      return value === 'Yes' || value === 'No' ? undefined : 'must be Yes or No';
    case 'npi':
      return isNpi(value) ? undefined : 'must be a valid NPI with ten digits';
    default:
      return undefined;
  }
}

const prospectParams = z.strictObject({ prospectId: idInUrlSchema });

/** Saves a fact as checked by the user today. An empty value removes the user's own value. */
export const postProspectFact = endpoint({
  method: 'POST',
  path: '/api/prospects/:prospectId/facts',
  summary: 'Enter a fact of a prospect; 409 when the prospect changed after `version`',
  params: prospectParams,
  body: z
    .strictObject({
      changeId: z.uuid(),
      version: versionSchema,
      field: z.enum(prospectFactFields),
      value: textSchema.trim().max(300),
    })
    .superRefine(({ field, value }, context) => {
      const message = prospectFactProblem(field, value);
      if (message !== undefined) context.addIssue({ code: 'custom', path: ['value'], message });
    }),
  response: z.strictObject({ version: z.int() }),
});

export const postProspectNote = endpoint({
  method: 'POST',
  path: '/api/prospects/:prospectId/notes',
  summary: 'Add a note to a prospect; a repeated request adds one note',
  params: prospectParams,
  body: z.strictObject({
    noteId: z.uuid(),
    body: textSchema
      .max(maxProspectNoteLength)
      .refine((text) => text.trim() !== '', 'must not be empty'),
  }),
  response: z.strictObject({ noteId: z.uuid() }),
});
