import { z } from 'zod';
import { endpoint } from '#shared/core/endpoint.ts';

export const postHubspotWebhooks = endpoint({
  method: 'POST',
  path: '/api/hubspot/webhooks',
  summary: 'What HubSpot says has changed, signed by it; it is read from HubSpot afterwards',
  /** The bytes that the signature is made over. */
  body: z.unknown(),
  response: z.strictObject({}),
});
