import { endpoint } from '#shared/core/endpoint.ts';
import { freshnessSchema } from '#shared/core/freshness.ts';

export const getFreshness = endpoint({
  method: 'GET',
  path: '/api/freshness',
  summary: 'When scores, usage and benchmarks were last made',
  response: freshnessSchema,
});
