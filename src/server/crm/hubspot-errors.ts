import { CrmRefused, CrmUnavailable } from '#server/core/providers/crm.ts';
import { HubspotError } from '#server/core/providers/hubspot/client.ts';

/**
 * HTTP statuses after which a retry cannot succeed. Any other error may be temporary, for example
 * until the token is replaced.
 */
const finalStatuses: readonly number[] = [400, 409, 422];

/** Returns the error of the CRM interface for an error of HubSpot; any other error unchanged. */
export function toCrmError(error: unknown): unknown {
  if (!(error instanceof HubspotError)) return error;
  return error.status !== undefined && finalStatuses.includes(error.status)
    ? new CrmRefused(error.message)
    : new CrmUnavailable(error.message);
}

/** Returns the answer of HubSpot. Throws the errors of the CRM interface. */
export async function withCrmErrors<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    throw toCrmError(error);
  }
}
