import { z } from 'zod';
import { storableText } from '#server/core/db/storable.ts';

/** HubSpot's ids are numbers written as text. */
export const hubspotIdSchema = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);
const word = z.string().transform(storableText);
/** Property of a record. HubSpot returns an empty property as null or as an empty text. */
const property = word.nullish().transform((text) => (text === '' ? null : (text ?? null)));
const next = z.object({ next: z.object({ after: z.string() }).optional() }).optional();

const pageOf = <Result extends z.ZodType>(result: Result) =>
  z.object({ results: z.array(result), paging: next });

/** Error of part of a batch. */
export const batchErrorSchema = z.object({
  category: z.string(),
  subCategory: z.unknown().optional(),
  context: z.record(z.string(), z.array(z.string())).optional(),
});

/** Returns the schema of the answer to a batch, which may have failed in part. */
export const batchSchema = <Result extends z.ZodType>(result: Result) =>
  z.object({ results: z.array(result), errors: z.array(batchErrorSchema).optional() });

export const ownerPageSchema = pageOf(
  z.object({
    id: hubspotIdSchema,
    email: word.nullish(),
    firstName: word.nullish(),
    lastName: word.nullish(),
    archived: z.boolean(),
  }),
);

const company = z.object({
  id: hubspotIdSchema,
  properties: z.object({ institution_id: property }),
});
export const companyPageSchema = pageOf(company);
export const companyBatchSchema = batchSchema(company);

const deal = z.object({
  id: hubspotIdSchema,
  updatedAt: z.coerce.date(),
  properties: z.object({
    dealname: property,
    pipeline: property,
    dealstage: property,
    hubspot_owner_id: property,
    amount: property,
    closedate: property,
  }),
});
export const dealPageSchema = pageOf(deal);
export const dealBatchSchema = batchSchema(deal);

export const ticketSchema = z.object({
  id: hubspotIdSchema,
  createdAt: z.coerce.date(),
  updatedAt: z.coerce.date(),
  properties: z.object({
    subject: property,
    content: property,
    hs_pipeline: property,
    hs_pipeline_stage: property,
    hs_ticket_priority: property,
    hubspot_owner_id: property,
    source_type: property,
    closed_date: property,
  }),
});
export const ticketPageSchema = pageOf(ticketSchema);
export const ticketBatchSchema = batchSchema(ticketSchema);

export const pipelineListSchema = z.object({
  results: z.array(
    z.object({
      id: word,
      label: word,
      displayOrder: z.int(),
      stages: z.array(
        z.object({
          id: word,
          label: word,
          displayOrder: z.int(),
          metadata: z.record(z.string(), z.string()),
        }),
      ),
    }),
  ),
});

export const associationBatchSchema = batchSchema(
  z.object({
    from: z.object({ id: hubspotIdSchema }),
    to: z.array(
      z.object({
        toObjectId: z.union([z.string(), z.number()]).transform(String).pipe(hubspotIdSchema),
      }),
    ),
    paging: next,
  }),
);

export type HubspotOwner = z.output<typeof ownerPageSchema>['results'][number];
export type HubspotDeal = z.output<typeof deal>;
export type HubspotPipelines = z.output<typeof pipelineListSchema>['results'];
export type HubspotCompany = z.output<typeof company>;
export type HubspotTicket = z.output<typeof ticketSchema>;
