import type { Env } from '#server/env.ts';
import { type DeskSettings, deskSettingsSchema, type InsightsAccess, usualDeskSettings } from '#shared/core/settings/desk-settings.ts';
import type { Queries } from './db/database.ts';
import { insertOnce } from './db/writes.ts';

export interface SettingsInForce {
  /** 0 for those that hold before anybody saved some. */
  version: number;
  settings: DeskSettings;
  madeBy: string | null;
  madeAt: Date | null;
}

/** The newest settings. */
export async function settingsInForce(queries: Queries): Promise<SettingsInForce> {
  const found = await queries.selectFrom('setting_version').selectAll().orderBy('version', 'desc').limit(1).executeTakeFirst();
  if (found === undefined) return { version: 0, settings: usualDeskSettings, madeBy: null, madeAt: null };
  return {
    version: found.version,
    settings: deskSettingsSchema.parse(found.settings),
    madeBy: found.made_by,
    madeAt: found.made_at,
  };
}

/** The settings of a version; 0 is before anybody saved some. */
export async function settingsOfVersion(queries: Queries, version: number): Promise<DeskSettings> {
  if (version === 0) return usualDeskSettings;
  const { settings } = await queries
    .selectFrom('setting_version')
    .select('settings')
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return deskSettingsSchema.parse(settings);
}

/** False when there is a version of that number already. */
export const insertSettings = (
  queries: Queries,
  { version, settings, madeBy, at }: { version: number; settings: DeskSettings; madeBy: string; at: Date },
): Promise<boolean> =>
  insertOnce(queries.insertInto('setting_version').values({ version, settings: JSON.stringify(settings), made_by: madeBy, made_at: at }));

/** Who may sign in: as the environment says, else as administrators do. */
export async function allowedDomains(queries: Queries, { ALLOWED_EMAIL_DOMAINS: said }: { ALLOWED_EMAIL_DOMAINS: readonly string[] }) {
  return said.length > 0 ? said : (await settingsInForce(queries)).settings.allowedDomains;
}

/** Whether a practice needs a link to read its insights: as the environment says, else as administrators do, else open in the demo alone. */
export const insightsAccess = (
  { insightsAccess: chosen }: Pick<DeskSettings, 'insightsAccess'>,
  { INSIGHTS_ACCESS: said, SEED }: Pick<Env, 'INSIGHTS_ACCESS' | 'SEED'>,
): InsightsAccess => said ?? chosen ?? (SEED === 'demo' ? 'open' : 'signed');
