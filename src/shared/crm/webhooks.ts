import { z } from 'zod';
import { endpoint } from '#shared/core/endpoint.ts';

export const postHubspotWebhooks = endpoint({
  method: 'POST',
  path: '/api/hubspot/webhooks',
  summary:
    'Receive signed change notifications from HubSpot; the changed records are read afterwards',
  /** Raw body bytes, which the signature covers. */
  body: z.unknown(),
  response: z.strictObject({}),
});
