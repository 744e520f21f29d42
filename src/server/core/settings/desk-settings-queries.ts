import type { z } from 'zod';
import type { AppSettings } from '#shared/core/settings/app-settings.ts';
import type { Queries } from '../db/database.ts';
import { insertOnce } from '../db/writes.ts';

interface SettingsVersion<Settings> {
  /** Version number; 0 for the defaults before the first save. */
  version: number;
  settings: Settings;
  madeBy: string | null;
  madeAt: Date | null;
}

/**
 * Returns the newest version of the settings in `schema`. A setting that was never saved has its
 * default.
 */
export async function findNewestSettingsWithVersion<Schema extends z.ZodObject>(
  queries: Queries,
  schema: Schema,
): Promise<SettingsVersion<z.output<Schema>>> {
  const found = await queries
    .selectFrom('setting_version')
    .selectAll()
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (found === undefined)
    return { version: 0, settings: schema.parse({}), madeBy: null, madeAt: null };
  return {
    version: found.version,
    settings: schema.parse(found.settings),
    madeBy: found.made_by,
    madeAt: found.made_at,
  };
}

/** Returns the newest settings in `schema`. A setting that was never saved has its default. */
export const readNewestSettings = async <Schema extends z.ZodObject>(
  queries: Queries,
  schema: Schema,
): Promise<z.output<Schema>> => (await findNewestSettingsWithVersion(queries, schema)).settings;

/** Returns the settings in `schema` of a version; version 0 is the defaults. */
export async function findSettingsOfVersion<Schema extends z.ZodObject>(
  queries: Queries,
  version: number,
  schema: Schema,
): Promise<z.output<Schema>> {
  if (version === 0) return schema.parse({});
  const { settings } = await queries
    .selectFrom('setting_version')
    .select('settings')
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return schema.parse(settings);
}

/** Inserts a version of the settings. Returns `false` when the version already exists. */
export const insertSettings = (
  queries: Queries,
  {
    version,
    settings,
    madeBy,
    at,
  }: { version: number; settings: AppSettings; madeBy: string; at: Date },
): Promise<boolean> =>
  insertOnce(
    queries
      .insertInto('setting_version')
      .values({ version, settings: JSON.stringify(settings), made_by: madeBy, made_at: at }),
  );
