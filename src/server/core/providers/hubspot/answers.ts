import { z } from 'zod';
import { storable } from '#server/core/db/storable.ts';

/** HubSpot's ids are numbers written as text. */
export const id = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);
const word = z.string().transform(storable);
/** Property of a record. HubSpot returns an empty property as null or as an empty text. */
const property = word.nullish().transform((text) => (text === '' ? null : (text ?? null)));
const next = z.object({ next: z.object({ after: z.string() }).optional() }).optional();

const pageOf = <Result extends z.ZodType>(result: Result) =>
  z.object({ results: z.array(result), paging: next });

/** Error of part of a batch. */
export const batchError = z.object({
  category: z.string(),
  subCategory: z.unknown().optional(),
  context: z.record(z.string(), z.array(z.string())).optional(),
});

/** Returns the schema of the answer to a batch, which may have failed in part. */
export const batchOf = <Result extends z.ZodType>(result: Result) =>
  z.object({ results: z.array(result), errors: z.array(batchError).optional() });

export const ownerPage = pageOf(
  z.object({
    id,
    email: word.nullish(),
    firstName: word.nullish(),
    lastName: word.nullish(),
    archived: z.boolean(),
  }),
);

const company = z.object({ id, properties: z.object({ institution_id: property }) });
export const companyPage = pageOf(company);
export const companyBatch = batchOf(company);

const deal = z.object({
  id,
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
export const dealPage = pageOf(deal);
export const dealBatch = batchOf(deal);

export const ticketRecord = z.object({
  id,
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
export const ticketPage = pageOf(ticketRecord);
export const ticketBatch = batchOf(ticketRecord);

export const pipelineList = z.object({
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

export const associationBatch = batchOf(
  z.object({
    from: z.object({ id }),
    to: z.array(
      z.object({ toObjectId: z.union([z.string(), z.number()]).transform(String).pipe(id) }),
    ),
    paging: next,
  }),
);

export type Owner = z.output<typeof ownerPage>['results'][number];
export type Deal = z.output<typeof deal>;
export type Pipelines = z.output<typeof pipelineList>['results'];
export type Company = z.output<typeof company>;
export type Ticket = z.output<typeof ticketRecord>;
