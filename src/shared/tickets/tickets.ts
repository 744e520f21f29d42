import { z } from 'zod';
import { endpoint, inAddress, institutionParams, listAnswer } from '#shared/core/endpoint.ts';
import { productKeySchema } from '#shared/core/products.ts';

/** A support ticket as the CRM has it. */
export const ticketSchema = z.strictObject({
  ticketId: z.int(),
  subject: z.string(),
  body: z.string(),
  pipeline: z.string(),
  /** The CRM's own word, such as 'Waiting on us'. */
  stage: z.string(),
  priority: z.string(),
  product: productKeySchema.nullable(),
  ownerName: z.string().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** null while it is open. */
  closedAt: z.iso.datetime().nullable(),
});
export type Ticket = z.output<typeof ticketSchema>;

export const getTickets = endpoint({
  method: 'GET',
  path: '/api/institution/:id/tickets',
  summary: 'The support tickets of an institution: open ones first, oldest first; then the closed ones, newest first',
  params: institutionParams,
  query: z.object({ limit: inAddress(z.int().min(1).max(500)).default(200) }),
  response: listAnswer(ticketSchema).extend({
    /** Of all, not only of those that are listed. */
    open: z.int(),
    closed: z.int(),
  }),
});
