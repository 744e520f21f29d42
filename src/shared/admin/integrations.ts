import { z } from 'zod';
import { createListAnswerSchema, endpoint } from '#shared/core/endpoint.ts';
import { providerKinds } from '#shared/core/provider-names.ts';

const instant = z.iso.datetime().nullable();

export const integrationSchema = z.strictObject({
  provider: z.enum(providerKinds),
  /** Name of the configured service, such as 'HubSpot'. */
  mode: z.string(),
  /** `true` for an external service, `false` for a built-in one. */
  isElsewhere: z.boolean(),
  /** `true` for an optional service that is not configured. */
  isOff: z.boolean(),
  answeredAt: instant,
  /** Duration of the last successful request in milliseconds; `null` before the first. */
  milliseconds: z.number().nullable(),
  failedAt: instant,
  error: z.string().nullable(),
  /**
   * Time at which the service's data was copied, and whether the copy is too old; `null` for a
   * service without copied data.
   */
  copies: z.strictObject({ asOf: instant, isStale: z.boolean() }).nullable(),
  /** Reason why the service cannot be called at the moment; otherwise `null`. */
  trouble: z.string().nullable(),
  quotas: z.array(
    z.strictObject({ name: z.string(), size: z.number(), free: z.number(), perSecond: z.number() }),
  ),
  /** Calls allowed and left on the business day; `null` for a service without a daily budget. */
  budget: z.strictObject({ limit: z.int(), left: z.int() }).nullable(),
});
export type Integration = z.output<typeof integrationSchema>;

export const getIntegrations = endpoint({
  method: 'GET',
  path: '/api/admin/integrations',
  summary: 'List the integrations and their last responses',
  role: 'admin',
  response: createListAnswerSchema(integrationSchema),
});

export const postIntegrationTest = endpoint({
  method: 'POST',
  path: '/api/admin/integrations/:provider/test',
  summary: 'Test an integration without changing anything',
  role: 'admin',
  params: z.strictObject({ provider: z.enum(providerKinds) }),
  body: z.strictObject({}),
  response: z.strictObject({
    milliseconds: z.number(),
    /** Error of the test; `null` on success. */
    error: z.string().nullable(),
  }),
});
