import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { acquireNamedLock } from '#server/core/db/named-locks.ts';
import type { Day } from '#shared/core/dates.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import type {
  Absence,
  getWorkingTime,
  PersonHours,
  WorkingTime,
  WorkingWeek,
} from '#shared/work/working-time.ts';
import { createDefaultWorkingTime } from '#shared/work/working-time-rules.ts';
import { joinedUserSql } from '../people-queries.ts';

export type VersionedWorkingTime = ResponseOf<typeof getWorkingTime>;

/** Returns the newest settings; the defaults, with version 0, before the first save. */
export async function findCurrentWorkingTime(
  queries: Queries,
  timeZone: string,
): Promise<VersionedWorkingTime> {
  const found = await queries
    .selectFrom('working_time_version as w')
    .leftJoin('person', 'person.user_id', 'w.made_by')
    .select(['w.version', 'w.settings', 'w.made_at', joinedUserSql('person').as('madeBy')])
    .orderBy('w.version', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (found === undefined)
    return { version: 0, settings: createDefaultWorkingTime(timeZone), madeBy: null, madeAt: null };
  return {
    version: found.version,
    settings: found.settings,
    madeBy: found.madeBy,
    madeAt: found.made_at.toISOString(),
  };
}

/** Saves a version of the settings. Returns `false` when the version exists. */
export async function insertWorkingTime(
  queries: Queries,
  {
    version,
    settings,
    madeBy,
    at,
  }: { version: number; settings: WorkingTime; madeBy: string; at: Date },
): Promise<boolean> {
  const added = await queries
    .insertInto('working_time_version')
    .values({ version, settings: JSON.stringify(settings), made_by: madeBy, made_at: at })
    .onConflict((on) => on.doNothing())
    .returning('version')
    .executeTakeFirst();
  return added !== undefined;
}

/** Returns the weekly hours of users who have their own hours, by user id. */
export async function findPersonalWorkingWeeks(
  queries: Queries,
): Promise<Map<string, WorkingWeek>> {
  const rows = await queries.selectFrom('person_hours').select(['user_id', 'week']).execute();
  return new Map(
    rows.flatMap(({ user_id, week }) => (week === null ? [] : [[user_id, week] as const])),
  );
}

/** Returns a user's own working hours and the user who last saved them. */
export async function findPersonHours(
  queries: Queries,
  userId: string,
): Promise<PersonHours & { updatedBy: string | null }> {
  const found = await queries
    .selectFrom('person_hours')
    .select(['version', 'week', 'updated_by as updatedBy'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return { userId, ...(found ?? { version: 0, week: null, updatedBy: null }) };
}

/**
 * Saves the next version of a user's own hours. Returns `false` when another version was saved
 * after `version`.
 */
export async function savePersonHours(
  queries: Queries,
  { userId, version, week, updatedBy, at }: PersonHours & { updatedBy: string; at: Date },
): Promise<boolean> {
  const values = {
    week: week === null ? null : JSON.stringify(week),
    updated_by: updatedBy,
    updated_at: at,
    version: version + 1,
  };
  const insert = queries.insertInto('person_hours').values({ user_id: userId, ...values });
  const saved = await (version === 0
    ? insert.onConflict((on) => on.doNothing())
    : insert.onConflict((on) =>
        on.column('user_id').doUpdateSet(values).where('person_hours.version', '=', version),
      )
  )
    .returning('version')
    .executeTakeFirst();
  return saved !== undefined;
}

/** Returns the absences that end on `day` or later, sorted by first day. */
export async function findAbsencesSince(queries: Queries, day: Day): Promise<Absence[]> {
  const { rows } = await sql<Absence>`
    select a.absence_id as "absenceId", ${joinedUserSql('away')} as person, a.from_on as from, a.until_on as until,
      ${joinedUserSql('cover')} as cover,
      (a.cover_id is not null and (u.status <> 'active' or exists (
        select from absence b where b.user_id = a.cover_id and b.from_on <= a.until_on and b.until_on >= a.from_on))) as "coverIsAway"
    from absence a join person away on away.user_id = a.user_id
    left join person cover on cover.user_id = a.cover_id left join app_user u on u.user_id = a.cover_id
    where a.until_on >= ${day}::date order by a.from_on, a.absence_id`.execute(queries);
  return rows;
}

/**
 * Takes a lock until the transaction ends, so that absences of a user are entered one at a time.
 */
export const acquireAbsencesLock = (transaction: Queries, userId: string) =>
  acquireNamedLock(transaction, `absence ${userId}`);

export interface NewAbsence {
  absenceId: string;
  userId: string;
  from: Day;
  until: Day;
  coverId: string | null;
}

export const findAbsence = (queries: Queries, absenceId: string): Promise<NewAbsence | undefined> =>
  queries
    .selectFrom('absence')
    .select([
      'absence_id as absenceId',
      'user_id as userId',
      'from_on as from',
      'until_on as until',
      'cover_id as coverId',
    ])
    .where('absence_id', '=', absenceId)
    .executeTakeFirst();

export async function overlapsOtherAbsence(
  queries: Queries,
  { userId, from, until }: NewAbsence,
): Promise<boolean> {
  const found = await queries
    .selectFrom('absence')
    .select('absence_id')
    .where('user_id', '=', userId)
    .where('from_on', '<=', until)
    .where('until_on', '>=', from)
    .executeTakeFirst();
  return found !== undefined;
}

export const insertAbsence = (queries: Queries, absence: NewAbsence, madeBy: string, at: Date) =>
  queries
    .insertInto('absence')
    .values({
      absence_id: absence.absenceId,
      user_id: absence.userId,
      from_on: absence.from,
      until_on: absence.until,
      cover_id: absence.coverId,
      made_by: madeBy,
      made_at: at,
    })
    .execute();

export const removeAbsence = (queries: Queries, absenceId: string) =>
  queries.deleteFrom('absence').where('absence_id', '=', absenceId).execute();
