import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { deskVersion } from '#server/tickets/desk/queries.ts';
import { joinedUserSql } from '#server/work/people-queries.ts';
import { defaultPolicies, type SlaPolicy, type VersionedPolicies } from '#shared/slas/policies.ts';
import type { PauseReason } from '#shared/slas/words.ts';
import type { WorkingTime } from '#shared/work/working-time.ts';
import { createDefaultWorkingTime } from '#shared/work/working-time-rules.ts';

/**
 * Returns all versions of the policies, newest first. The last version is the defaults (version 0).
 */
export async function findPolicyVersions(queries: Queries): Promise<VersionedPolicies[]> {
  const saved = await queries
    .selectFrom('sla_version as v')
    .leftJoin('person', 'person.user_id', 'v.made_by')
    .select(['v.version', 'v.policies', 'v.made_at', joinedUserSql('person').as('madeBy')])
    .orderBy('v.version', 'desc')
    .execute();
  return [
    ...saved.map(({ version, policies, madeBy, made_at }) => ({
      version,
      policies,
      madeBy,
      madeAt: made_at.toISOString(),
    })),
    { version: 0, policies: [...defaultPolicies], madeBy: null, madeAt: null },
  ];
}

/** Saves a version of the policies. Returns `false` when the version exists. */
export async function insertPolicies(
  queries: Queries,
  {
    version,
    policies,
    madeBy,
    at,
  }: { version: number; policies: readonly SlaPolicy[]; madeBy: string; at: Date },
): Promise<boolean> {
  const added = await queries
    .insertInto('sla_version')
    .values({ version, policies: JSON.stringify(policies), made_by: madeBy, made_at: at })
    .onConflict((on) => on.doNothing())
    .returning('version')
    .executeTakeFirst();
  return added !== undefined;
}

/**
 * Returns all versions of the working time settings, newest first. The last version is the
 * defaults.
 */
export async function findWorkingTimeVersions(
  queries: Queries,
  timeZone: string,
): Promise<{ madeAt: string | null; settings: WorkingTime }[]> {
  const saved = await queries
    .selectFrom('working_time_version')
    .select(['settings', 'made_at'])
    .orderBy('version', 'desc')
    .execute();
  return [
    ...saved.map(({ settings, made_at }) => ({ madeAt: made_at.toISOString(), settings })),
    { madeAt: null, settings: createDefaultWorkingTime(timeZone) },
  ];
}

export interface SlaPauseRow {
  institutionId: number;
  key: string;
  reason: PauseReason;
  note: string;
  from: Date;
  until: Date | null;
  by: string;
}

/** Returns all pauses that were not undone, oldest first. */
export async function findSlaPauseRows(queries: Queries): Promise<SlaPauseRow[]> {
  return queries
    .selectFrom('sla_pause as s')
    .innerJoin('person', 'person.user_id', 's.made_by')
    .select([
      's.institution_id as institutionId',
      's.clock_key as key',
      's.reason',
      's.note',
      's.from_at as from',
      's.until_at as until',
      'person.name as by',
    ])
    .where('s.undone_at', 'is', null)
    .orderBy('s.from_at')
    .execute();
}

/** Returns the time at which the first user account was created; `null` without accounts. */
export async function findFirstUserAccountTime(queries: Queries): Promise<Date | null> {
  const { rows } = await sql<{
    at: Date | null;
  }>`select min(created_at) as at from app_user`.execute(queries);
  return rows[0]?.at ?? null;
}

/**
 * Returns a cache version that changes with work, onboarding, official weeks, policies, pauses,
 * working time and tickets.
 */
export async function readSlaClocksCacheVersion(queries: Queries): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select concat_ws(':', (select string_agg(list || version, ',' order by list) from list_version where list in ('work', 'onboarding')),
      (select max(closed_at) from official_week), (select max(version) from sla_version), (select max(version) from working_time_version),
      (select count(*) || '/' || count(until_at) || '/' || count(undone_at) || '/' || max(greatest(from_at, until_at, undone_at)) from sla_pause),
      (select max(changed_at) from onboarding_change)) as version`.execute(queries);
  return `${rows[0]?.version ?? ''} ${await deskVersion(queries)}`;
}
