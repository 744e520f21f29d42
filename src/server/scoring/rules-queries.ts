import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { insertOnce } from '#server/core/db/writes.ts';
import type { Day } from '#shared/core/dates.ts';
import { defaultHealthRules, type HealthRules } from '#shared/core/scoring-rules.ts';
import type { RulesVersion } from '#shared/scoring/rules.ts';

/** Returns the versions of the scoring rules, newest first. */
export async function findRulesVersions(
  database: Queries,
  only: { trialId?: string } = {},
): Promise<RulesVersion[]> {
  const { rows } = await sql<{
    version: number;
    rules: HealthRules;
    note: string;
    created_at: Date;
    created_by: string | null;
    name: string | null;
    weeks: number;
    first_week: Day | null;
    last_week: Day | null;
  }>`
    select v.rules_version_id as version, v.rules, v.note, v.created_at, v.created_by, u.name,
      count(w.week_start)::int as weeks, min(w.week_start) as first_week, max(w.week_start) as last_week
    from rules_version v
    left join app_user u on u.user_id = v.created_by
    left join official_week w on w.rules_version_id = v.rules_version_id
    where ${only.trialId ?? null}::uuid is null or v.trial_id = ${only.trialId ?? null}::uuid
    group by v.rules_version_id, u.name order by v.rules_version_id desc`.execute(database);
  return rows.map((row) => ({
    version: row.version,
    rules: row.rules,
    note: row.note,
    createdAt: row.created_at.toISOString(),
    createdBy:
      row.created_by === null || row.name === null ? null : { id: row.created_by, name: row.name },
    weeks: row.weeks,
    firstWeek: row.first_week,
    lastWeek: row.last_week,
  }));
}

/**
 * Saves the rules of a trial as the version after `basedOn`. Returns `false` when this version
 * exists.
 */
export const insertRulesVersion = (
  database: Queries,
  version: {
    basedOn: number;
    rules: HealthRules;
    note: string;
    createdBy: string;
    trialId: string;
  },
  now: Date,
): Promise<boolean> =>
  insertOnce(
    database.insertInto('rules_version').values({
      rules_version_id: version.basedOn + 1,
      rules: JSON.stringify(version.rules),
      note: version.note,
      created_at: now,
      created_by: version.createdBy,
      trial_id: version.trialId,
    }),
  );

export interface CurrentRules {
  id: number;
  rules: HealthRules;
}

/**
 * Returns the current rules. The first call in a new database saves the default rules as version 1.
 */
export async function readCurrentRules(database: Queries, now: Date): Promise<CurrentRules> {
  const newest = () =>
    database
      .selectFrom('rules_version')
      .select(['rules_version_id as id', 'rules'])
      .orderBy('rules_version_id', 'desc')
      .limit(1)
      .executeTakeFirst();
  const found = await newest();
  if (found) return found;
  const first = {
    rules_version_id: 1,
    rules: JSON.stringify(defaultHealthRules),
    note: 'The first rules',
    created_at: now,
  };
  await insertOnce(database.insertInto('rules_version').values(first));
  return (await newest()) ?? { id: 1, rules: defaultHealthRules };
}

export async function findRulesOfVersion(database: Queries, id: number): Promise<HealthRules> {
  const { rules } = await database
    .selectFrom('rules_version')
    .select('rules')
    .where('rules_version_id', '=', id)
    .executeTakeFirstOrThrow();
  return rules;
}
