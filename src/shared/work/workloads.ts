import { z } from 'zod';
import { createListAnswerSchema, endpoint } from '#shared/core/endpoint.ts';

/** Hours of work of an active user in the seven days from today. */
export const workloadSchema = z.strictObject({
  personId: z.uuid(),
  neededHours: z.number(),
  /** Hours available in the seven days; 0 for a user who is away or has no working hours. */
  availableHours: z.number(),
  isAway: z.boolean(),
});
export type Workload = z.output<typeof workloadSchema>;

/** Call that the room `team` answers, for fields that choose a user. */
export const getWorkloads = endpoint({
  method: 'GET',
  path: '/api/team/workloads',
  summary: 'Get the hours of work of each active user',
  response: createListAnswerSchema(workloadSchema),
});
