import { z } from 'zod';
import { idSchema, textSchema } from '#shared/core/endpoint.ts';

export const ticketPriorities = ['LOW', 'MEDIUM', 'HIGH', 'URGENT'] as const;
export type TicketPriority = (typeof ticketPriorities)[number];
export const priorityWords: Record<TicketPriority, string> = { LOW: 'Low', MEDIUM: 'Medium', HIGH: 'High', URGENT: 'Urgent' };

const crmWordSchema = textSchema.max(200);
/** The CRM's ids of a stage and its pipeline. */
export const stageSchema = z.strictObject({ pipelineId: crmWordSchema, stageId: crmWordSchema });

/** What can be changed in a ticket: exactly one thing at a time. */
export const ticketEditSchema = z.discriminatedUnion('what', [
  z.strictObject({ what: z.literal('stage'), stage: stageSchema }),
  z.strictObject({ what: z.literal('owner'), ownerId: idSchema.nullable() }),
  z.strictObject({ what: z.literal('priority'), priority: z.enum(ticketPriorities) }),
]);
export type TicketEdit = z.output<typeof ticketEditSchema>;

/** How a ticket stood when somebody decided to change it. */
export const ticketSeenSchema = z.strictObject({
  pipelineId: crmWordSchema,
  stageId: crmWordSchema,
  ownerId: idSchema.nullable(),
  priority: crmWordSchema,
  /** The CRM's time of its last change. */
  updatedAt: z.iso.datetime(),
});
export type TicketSeen = z.output<typeof ticketSeenSchema>;

/** `waiting`: the CRM could not be reached, it will be sent; `conflict`: the ticket had changed, a person chooses. */
export const openChangeStates = ['waiting', 'conflict'] as const;
