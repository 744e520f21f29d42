import { looksLikeSecret } from '#server/auth/secret.ts';
import type { Queries } from '#server/core/db/database.ts';
import type { Env } from '#server/core/env/env.ts';
import { readSettings } from '#server/core/settings/desk-settings-queries.ts';
import { type InsightsAccess, insightsSettings } from '#shared/insights/access-settings.ts';
import { countView, workingLink } from './link-queries.ts';

interface Visit {
  institutionId: number;
  token: string | undefined;
  /** `true` for a signed-in colleague, who may read every page. */
  isSignedIn: boolean;
  env: Env;
  now: Date;
}

/** Access while neither the variable nor the setting is set. */
export const initialAccess = ({ SEED }: Pick<Env, 'SEED'>): InsightsAccess =>
  SEED === 'demo' ? 'open' : 'signed';

/**
 * Returns how practices reach their insights: `INSIGHTS_ACCESS`, else the saved setting, else
 * `open` in the demo and `signed` otherwise.
 */
export const effectiveInsightsAccess = async (
  queries: Queries,
  env: Pick<Env, 'INSIGHTS_ACCESS' | 'SEED'>,
): Promise<InsightsAccess> =>
  env.INSIGHTS_ACCESS ??
  (await readSettings(queries, insightsSettings)).insightsAccess ??
  initialAccess(env);

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
  if ((await effectiveInsightsAccess(queries, env)) === 'open') return { isPreview: false };
  return isSignedIn ? { isPreview: true } : undefined;
}
