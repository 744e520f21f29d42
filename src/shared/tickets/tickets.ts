import { z } from 'zod';
import {
  createListAnswerSchema,
  createUrlIntegerSchema,
  endpoint,
  institutionParamsSchema,
} from '#shared/core/endpoint.ts';
import { productKeySchema } from '#shared/core/products.ts';

/** Support ticket as stored in the CRM. */
export const ticketSchema = z.strictObject({
  ticketId: z.int(),
  subject: z.string(),
  body: z.string(),
  pipeline: z.string(),
  /** Stage name in the CRM: 'Waiting on us'. */
  stage: z.string(),
  priority: z.string(),
  product: productKeySchema.nullable(),
  ownerName: z.string().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** `null` while open. */
  closedAt: z.iso.datetime().nullable(),
});
export type Ticket = z.output<typeof ticketSchema>;

export const getInstitutionTickets = endpoint({
  method: 'GET',
  path: '/api/institution/:id/tickets',
  summary:
    'Support tickets of an institution: open tickets oldest first, then closed tickets newest first',
  params: institutionParamsSchema,
  query: z.object({ limit: createUrlIntegerSchema(z.int().min(1).max(500)).default(200) }),
  response: createListAnswerSchema(ticketSchema).extend({
    /** Number of open tickets, including tickets beyond `limit`. */
    open: z.int(),
    closed: z.int(),
  }),
});
