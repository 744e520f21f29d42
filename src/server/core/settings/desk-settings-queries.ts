import {
  type DeskSettings,
  defaultDeskSettings,
  deskSettingsSchema,
  type InsightsAccess,
} from '#shared/core/settings/desk-settings.ts';
import type { Queries } from '../db/database.ts';
import { insertOnce } from '../db/writes.ts';
import type { Env } from '../env/env.ts';

export interface CurrentSettings {
  /** Version number; 0 for the defaults, before the first save. */
  version: number;
  settings: DeskSettings;
  madeBy: string | null;
  madeAt: Date | null;
}

/** Returns the newest settings, or the defaults before the first save. */
export async function currentSettings(queries: Queries): Promise<CurrentSettings> {
  const found = await queries
    .selectFrom('setting_version')
    .selectAll()
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (found === undefined)
    return { version: 0, settings: defaultDeskSettings, madeBy: null, madeAt: null };
  return {
    version: found.version,
    settings: deskSettingsSchema.parse(found.settings),
    madeBy: found.made_by,
    madeAt: found.made_at,
  };
}

/** Returns the settings of `version`; version 0 is the defaults. */
export async function settingsOfVersion(queries: Queries, version: number): Promise<DeskSettings> {
  if (version === 0) return defaultDeskSettings;
  const { settings } = await queries
    .selectFrom('setting_version')
    .select('settings')
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return deskSettingsSchema.parse(settings);
}

/** Inserts a version of the settings. Returns `false` when the version already exists. */
export const insertSettings = (
  queries: Queries,
  {
    version,
    settings,
    madeBy,
    at,
  }: { version: number; settings: DeskSettings; madeBy: string; at: Date },
): Promise<boolean> =>
  insertOnce(
    queries
      .insertInto('setting_version')
      .values({ version, settings: JSON.stringify(settings), made_by: madeBy, made_at: at }),
  );

/**
 * Returns the email domains that may sign in: `ALLOWED_EMAIL_DOMAINS` if it is set, otherwise the
 * saved setting.
 */
export async function allowedSignInDomains(
  queries: Queries,
  { ALLOWED_EMAIL_DOMAINS: configured }: { ALLOWED_EMAIL_DOMAINS: readonly string[] },
) {
  return configured.length > 0
    ? configured
    : (await currentSettings(queries)).settings.allowedDomains;
}

/**
 * Returns how practices get access to their insights: `INSIGHTS_ACCESS` if it is set, otherwise the
 * saved setting. Without either, returns `open` in the demo and `signed` otherwise.
 */
export const effectiveInsightsAccess = (
  { insightsAccess: saved }: Pick<DeskSettings, 'insightsAccess'>,
  { INSIGHTS_ACCESS: configured, SEED }: Pick<Env, 'INSIGHTS_ACCESS' | 'SEED'>,
): InsightsAccess => configured ?? saved ?? (SEED === 'demo' ? 'open' : 'signed');
