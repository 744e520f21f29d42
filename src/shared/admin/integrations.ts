import { z } from 'zod';
import { endpoint, listAnswer } from '#shared/core/endpoint.ts';
import { providerNames } from '#shared/core/provider-names.ts';

const instant = z.iso.datetime().nullable();

export const integrationSchema = z.strictObject({
  provider: z.enum(providerNames),
  /** Which system it is, such as 'HubSpot'. */
  mode: z.string(),
  /** Whether it is another system than this one. */
  isElsewhere: z.boolean(),
  answeredAt: instant,
  /** Of that answer. */
  milliseconds: z.number().nullable(),
  failedAt: instant,
  error: z.string().nullable(),
  /** Of copies: when they were last true, and whether that is too long ago. */
  copies: z.strictObject({ asOf: instant, isStale: z.boolean() }).nullable(),
  /** What keeps it from being asked at the moment. */
  trouble: z.string().nullable(),
  quotas: z.array(z.strictObject({ name: z.string(), size: z.number(), free: z.number(), perSecond: z.number() })),
});
export type Integration = z.output<typeof integrationSchema>;

export const getIntegrations = endpoint({
  method: 'GET',
  path: '/api/integrations',
  summary: 'The systems that this product asks, and how they answer',
  role: 'admin',
  response: listAnswer(integrationSchema),
});

export const postIntegrationTest = endpoint({
  method: 'POST',
  path: '/api/integrations/:provider/test',
  summary: 'Ask a system whether it answers; what it says is told, and changes nothing',
  role: 'admin',
  params: z.strictObject({ provider: z.enum(providerNames) }),
  body: z.strictObject({}),
  response: z.strictObject({
    milliseconds: z.number(),
    /** Why it did not answer; null where it did. */
    error: z.string().nullable(),
  }),
});
