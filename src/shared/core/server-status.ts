import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const conditionSchema = z.enum(['ok', 'degraded', 'down']);
export type Condition = z.output<typeof conditionSchema>;

const serverCheckSchema = z.strictObject({
  name: z.string(),
  status: conditionSchema,
  /** Since when it is not ok. */
  since: z.iso.datetime().nullable(),
  detail: z.string(),
});
export type ServerCheck = z.output<typeof serverCheckSchema>;

/** Always answered with 200 within 2 s, for whoever watches over the server. Anybody may read it. */
export const getServerStatus = endpoint({
  method: 'GET',
  path: '/healthz',
  summary: 'What of the server works: the worst of its checks, and each of them',
  response: z.strictObject({ status: conditionSchema, checks: z.array(serverCheckSchema) }),
});

/** For a load balancer: 503 while the database does not answer, or while the server's clock differs from the database's. */
export const getReadiness = endpoint({
  method: 'GET',
  path: '/readyz',
  summary: 'Whether this server can answer requests: 503 while the database does not answer or the clocks differ',
  response: z.strictObject({ status: z.literal('ready') }),
});
