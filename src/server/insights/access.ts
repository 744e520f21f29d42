import { hasSecretFormat } from '#server/auth/secret.ts';
import type { Queries } from '#server/core/db/database.ts';
import type { Env } from '#server/core/env/env.ts';
import { readNewestSettings } from '#server/core/settings/desk-settings-queries.ts';
import {
  type InsightsPageAccessMode,
  insightsSettingsSchema,
} from '#shared/insights/access-settings.ts';
import { countLinkView, findValidLinkId } from './link-queries.ts';

interface Visit {
  institutionId: number;
  token: string | undefined;
  /** `true` for a signed-in user of Chairside, who may read every page. */
  isSignedIn: boolean;
  env: Env;
  now: Date;
}

/** Default access, which applies when neither `INSIGHTS_ACCESS` nor the setting is set. */
export const determineDefaultInsightsAccess = ({
  SEED,
}: Pick<Env, 'SEED'>): InsightsPageAccessMode => (SEED === 'demo' ? 'open' : 'signed');

/**
 * Returns how practices get access to their insights: `INSIGHTS_ACCESS` if it is set, otherwise the
 * saved setting. Without either, returns `open` in the demo and `signed` otherwise.
 */
export const readInsightsAccessMode = async (
  queries: Queries,
  env: Pick<Env, 'INSIGHTS_ACCESS' | 'SEED'>,
): Promise<InsightsPageAccessMode> =>
  env.INSIGHTS_ACCESS ??
  (await readNewestSettings(queries, insightsSettingsSchema)).insightsAccess ??
  determineDefaultInsightsAccess(env);

/**
 * Checks whether a visitor may read a customer's insights; returns `undefined` when access is
 * denied. `isPreview` is `true` when the visitor has access only as a signed-in user. Counts a view
 * of the link when the link is valid and the visitor is not signed in.
 */
export async function authorizeInsightsVisit(
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
  if ((await readInsightsAccessMode(queries, env)) === 'open') return { isPreview: false };
  return isSignedIn ? { isPreview: true } : undefined;
}
