import { hasSecretFormat } from '#server/auth/secret.ts';
import type { Queries } from '#server/core/db/database.ts';
import type { Env } from '#server/core/env/env.ts';
import { readNewestSettings } from '#server/core/settings/desk-settings-queries.ts';
import { type InsightsAccess, insightsSettingsSchema } from '#shared/insights/access-settings.ts';
import { countLinkView, findValidLinkId } from './link-queries.ts';

interface Visit {
  institutionId: number;
  token: string | undefined;
  /** `true` for a signed-in user of Chairside, who may read every page. */
  isSignedIn: boolean;
  env: Env;
  now: Date;
}

/** Access before `INSIGHTS_ACCESS` or the setting is set. */
export const initialAccess = ({ SEED }: Pick<Env, 'SEED'>): InsightsAccess =>
  SEED === 'demo' ? 'open' : 'signed';

/**
 * Returns how practices get access to their insights: `INSIGHTS_ACCESS` if it is set, otherwise the
 * saved setting. Without either, returns `open` in the demo and `signed` otherwise.
 */
export const effectiveInsightsAccess = async (
  queries: Queries,
  env: Pick<Env, 'INSIGHTS_ACCESS' | 'SEED'>,
): Promise<InsightsAccess> =>
  env.INSIGHTS_ACCESS ??
  (await readNewestSettings(queries, insightsSettingsSchema)).insightsAccess ??
  initialAccess(env);

/**
 * Decides whether a visitor may read a customer's insights; returns `undefined` when the visitor
 * may not. `isPreview` is `true` when only the visitor's session gives access. Counts a view of a
 * valid link, unless the visitor is signed in.
 */
export async function authorizeVisit(
  queries: Queries,
  visit: Visit,
): Promise<{ isPreview: boolean } | undefined> {
  const { institutionId, token, isSignedIn, env, now } = visit;
  const linkId = hasSecretFormat(token)
    ? await findValidLinkId(queries, institutionId, token)
    : undefined;
  if (linkId !== undefined) {
    if (!isSignedIn) await countLinkView(queries, institutionId, linkId, now);
    return { isPreview: false };
  }
  if ((await effectiveInsightsAccess(queries, env)) === 'open') return { isPreview: false };
  return isSignedIn ? { isPreview: true } : undefined;
}
