import { z } from 'zod';
import { createListAnswerSchema, endpoint, idSchema, textSchema } from '#shared/core/endpoint.ts';

export const fixKinds = ['place', 'records_system', 'distinct', 'merge'] as const;
export type FixKind = (typeof fixKinds)[number];

export const fixSchema = z.strictObject({
  fixId: z.uuid(),
  kind: z.enum(fixKinds),
  /** Description in one sentence. */
  summary: z.string(),
  madeBy: z.string(),
  madeAt: z.iso.datetime(),
  undoneBy: z.string().nullable(),
  undoneAt: z.iso.datetime().nullable(),
});
export type Fix = z.output<typeof fixSchema>;

export const maxFixes = 100;

export const getFixes = endpoint({
  method: 'GET',
  path: '/api/data-quality/fixes',
  summary: 'List the fixes of customer data, newest first',
  role: 'admin',
  response: createListAnswerSchema(fixSchema),
});

/** Maximum number of locations that one request can place at the center of a ZIP code. */
export const maxPlacedLocations = 500;
export const zipSchema = z.string().regex(/^\d{5}$/, 'must be five digits');

// The browser creates the id of a fix, so that a double click creates only one fix.

export const postLocationZipPlacement = endpoint({
  method: 'POST',
  path: '/api/data-quality/places',
  summary: 'Place locations at the center of a ZIP code. The map marks them as approximate',
  role: 'admin',
  body: z.strictObject({
    fixId: z.uuid(),
    places: z
      .array(z.strictObject({ institutionId: idSchema, locationId: idSchema, zip: zipSchema }))
      .min(1)
      .max(maxPlacedLocations),
  }),
  response: fixSchema,
});

export const maxEhrNameLength = 80;
const systemSchema = textSchema.trim().min(1, 'must not be empty').max(maxEhrNameLength);

export const postEhrMapping = endpoint({
  method: 'POST',
  path: '/api/data-quality/records-systems',
  summary: 'Map an unknown EHR name to a known EHR, at all locations and in later files',
  role: 'admin',
  body: z.strictObject({ fixId: z.uuid(), said: systemSchema, system: systemSchema }),
  response: fixSchema,
});

export const postDistinctCustomers = endpoint({
  method: 'POST',
  path: '/api/data-quality/distinct',
  summary: 'Mark two customers as different',
  role: 'admin',
  body: z.strictObject({ fixId: z.uuid(), institutionId: idSchema, otherId: idSchema }),
  response: fixSchema,
});

export const postUndoFix = endpoint({
  method: 'POST',
  path: '/api/data-quality/fixes/:fixId/undo',
  summary: 'Undo a fix; 409 when a later change prevents it',
  role: 'admin',
  params: z.strictObject({ fixId: z.uuid() }),
  body: z.strictObject({}),
  response: fixSchema,
});
