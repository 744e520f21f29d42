import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const conditionSchema = z.enum(['ok', 'degraded', 'down']);
export type ServerCondition = z.output<typeof conditionSchema>;

const serverCheckSchema = z.strictObject({
  name: z.string(),
  status: conditionSchema,
  /** Time at which the problem started; `null` when there is no problem or it is unknown. */
  since: z.iso.datetime().nullable(),
  detail: z.string(),
});
export type ServerCheck = z.output<typeof serverCheckSchema>;

/** Status for monitoring, available without a session. Responds with 200 within 2 s. */
export const getServerStatus = endpoint({
  method: 'GET',
  path: '/healthz',
  summary: 'Status of the server: its worst check, and all checks',
  response: z.strictObject({ status: conditionSchema, checks: z.array(serverCheckSchema) }),
});

/**
 * Readiness for load balancers. Responds with 503 while the database does not respond, or while the
 * server's clock differs from the database's.
 */
export const getReadiness = endpoint({
  method: 'GET',
  path: '/readyz',
  summary: 'Readiness of this server: 503 while the database does not answer or the clocks differ',
  response: z.strictObject({ status: z.literal('ready') }),
});
