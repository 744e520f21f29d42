import { z } from 'zod';

/** HubSpot's ids are numbers written as text. */
export const id = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);
/** HubSpot tells an empty property as null or as an empty text. */
const property = z
  .string()
  .nullish()
  .transform((text) => (text === '' ? null : (text ?? null)));
const next = z.object({ next: z.object({ after: z.string() }).optional() }).optional();

const pageOf = <Result extends z.ZodType>(result: Result) => z.object({ results: z.array(result), paging: next });

export const ownerPage = pageOf(
  z.object({
    id,
    email: z.string().nullish(),
    firstName: z.string().nullish(),
    lastName: z.string().nullish(),
    archived: z.boolean(),
  }),
);

export const companyPage = pageOf(z.object({ id, properties: z.object({ institution_id: property }) }));

export const dealPage = pageOf(
  z.object({
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
  }),
);

export const ticketPage = pageOf(
  z.object({
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
  }),
);

export const pipelineList = z.object({
  results: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      displayOrder: z.int(),
      stages: z.array(z.object({ id: z.string(), label: z.string(), displayOrder: z.int(), metadata: z.record(z.string(), z.string()) })),
    }),
  ),
});

/** One of what a batch could not do. */
export const batchError = z.object({
  category: z.string(),
  subCategory: z.unknown().optional(),
  context: z.record(z.string(), z.array(z.string())).optional(),
});

export const associationBatch = z.object({
  results: z.array(
    z.object({
      from: z.object({ id }),
      to: z.array(z.object({ toObjectId: z.union([z.string(), z.number()]).transform(String).pipe(id) })),
      paging: next,
    }),
  ),
  errors: z.array(batchError).optional(),
});

export type Owner = z.output<typeof ownerPage>['results'][number];
export type Deal = z.output<typeof dealPage>['results'][number];
export type Pipelines = z.output<typeof pipelineList>['results'];
export type Ticket = z.output<typeof ticketPage>['results'][number];
