import { looksLikeSecret } from '#server/auth/secret.ts';
import type { Queries } from '#server/core/db/database.ts';
import type { Env } from '#server/core/env/env.ts';
import {
  currentSettings,
  effectiveInsightsAccess,
} from '#server/core/settings/desk-settings-queries.ts';
import { countView, workingLink } from './link-queries.ts';

interface Visit {
  institutionId: number;
  token: string | undefined;
  /** `true` for a signed-in colleague, who may read every page. */
  isSignedIn: boolean;
  env: Env;
  now: Date;
}

/**
 * Returns `undefined` when the visitor may not read the customer's insights. `isPreview` is `true`
 * when only the session admits the visitor. Counts a view of a working link, unless the visitor is
 * signed in.
 */
export async function authorizeVisit(
  queries: Queries,
  visit: Visit,
): Promise<{ isPreview: boolean } | undefined> {
  const { institutionId, token, isSignedIn, env, now } = visit;
  const linkId = looksLikeSecret(token)
    ? await workingLink(queries, institutionId, token)
    : undefined;
  if (linkId !== undefined) {
    if (!isSignedIn) await countView(queries, institutionId, linkId, now);
    return { isPreview: false };
  }
  if (effectiveInsightsAccess((await currentSettings(queries)).settings, env) === 'open')
    return { isPreview: false };
  return isSignedIn ? { isPreview: true } : undefined;
}
