import { demoIdentityPath } from '#server/core/providers/identity/demo-accounts.ts';

/**
 * The /api routes that answer without a session, as the router knows them. Everything else under /api
 * is a 401 for a stranger, a route that is added tomorrow included.
 */
export const publicPaths: readonly string[] = [
  '/api/settings/client',
  // A practice reads its own insights, by a link or where they are open.
  '/api/public/insights/:id',
  // A page may break for anybody.
  '/api/client-errors',
  // Machines send these with an API key of their own.
  '/api/ingest/:kind',
  // HubSpot signs what it sends.
  '/api/hubspot/webhooks',
];

/** Routes that change state and carry a proof of their own, so that the browser's same-origin rule does not apply. */
export const ownProofPaths: readonly string[] = ['/api/ingest/:kind', '/api/hubspot/webhooks', `${demoIdentityPath}/*`];

/** What the body of a route may be beside JSON. Another site's page cannot send these types without asking first. */
export const bodyTypes: Readonly<Record<string, string>> = { '/api/imports/uploads/:uploadId': 'application/octet-stream' };
