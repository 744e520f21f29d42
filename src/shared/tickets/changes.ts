import { z } from 'zod';
import { idSchema, textSchema } from '#shared/core/endpoint.ts';

export const ticketPriorities = ['LOW', 'MEDIUM', 'HIGH', 'URGENT'] as const;
export type TicketPriority = (typeof ticketPriorities)[number];
export const ticketPriorityLabels: Record<TicketPriority, string> = {
  LOW: 'Low',
  MEDIUM: 'Medium',
  HIGH: 'High',
  URGENT: 'Urgent',
};

const crmIdSchema = textSchema.max(200);
/** CRM ids of a stage and its pipeline. */
export const ticketStageIdsSchema = z.strictObject({
  pipelineId: crmIdSchema,
  stageId: crmIdSchema,
});

/** Change of exactly one field of a ticket. */
export const ticketEditSchema = z.discriminatedUnion('what', [
  z.strictObject({ what: z.literal('stage'), stage: ticketStageIdsSchema }),
  z.strictObject({ what: z.literal('owner'), ownerId: idSchema.nullable() }),
  z.strictObject({ what: z.literal('priority'), priority: z.enum(ticketPriorities) }),
]);
export type TicketEdit = z.output<typeof ticketEditSchema>;

/**
 * Values of the ticket that the user saw before the change. They are compared to detect conflicts.
 */
export const ticketValuesBeforeEditSchema = z.strictObject({
  pipelineId: crmIdSchema,
  stageId: crmIdSchema,
  ownerId: idSchema.nullable(),
  priority: crmIdSchema,
  /** Time of the ticket's last change in the CRM. */
  updatedAt: z.iso.datetime(),
});
export type TicketValuesBeforeEdit = z.output<typeof ticketValuesBeforeEditSchema>;

/**
 * States of a change that is not settled. `waiting`: the change will be sent when the CRM can be
 * reached. `conflict`: the ticket has changed in the CRM in the meantime, so a user has to decide.
 */
export const unsettledChangeStates = ['waiting', 'conflict'] as const;
