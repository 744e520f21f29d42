import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { joinedUserSql } from '#server/work/people-queries.ts';
import {
  type FeaturesBeforeNotice,
  type LossReviewInput,
  minimumSignalLeadDays,
  type SignalBackTest,
} from '#shared/churn/losses/review.ts';
import { churnFeatureKeys, type Signal } from '#shared/churn/patterns/signals.ts';
import { addDays, type Day } from '#shared/core/dates.ts';
import type { Person } from '#shared/core/person.ts';
import { lossConfirmationDays } from '#shared/scoring/constants.ts';

export interface ReviewRow {
  did_well: string;
  signals_seen: string;
  missed_feature: string;
  missed_comparison: Signal['comparison'];
  missed_value: number;
  changes: string;
  learning: string;
  done_at: Date;
  done_by: Person;
  version: number;
}

/** Returns the review of a loss; `undefined` without one. */
export async function findReview(
  queries: Queries,
  institutionId: number,
  lossId: string,
): Promise<ReviewRow | undefined> {
  const { rows } = await sql<ReviewRow>`
    select r.*, ${joinedUserSql('author')} as done_by from churn_retro r join person author on author.user_id = r.done_by
    where r.institution_id = ${institutionId} and r.loss_id = ${lossId}::uuid`.execute(queries);
  return rows[0];
}

/**
 * Number of days to search back for a day with features. Customers have features on almost every
 * Sunday.
 */
const searchedDays = 14;

/**
 * Returns the customer's features on the last day with features that is at least `minimumSignalLeadDays`
 * days before the notice; `null` without such a day.
 */
export async function findFeaturesBeforeNotice(
  queries: Queries,
  institutionId: number,
  noticedOn: Day,
): Promise<FeaturesBeforeNotice | null> {
  const row = await queries
    .selectFrom('churn_feature')
    .select(['day', 'known'])
    .where('institution_id', '=', institutionId)
    .where('day', '<=', addDays(noticedOn, -minimumSignalLeadDays))
    .where('day', '>', addDays(noticedOn, -minimumSignalLeadDays - searchedDays))
    .orderBy('day', 'desc')
    .executeTakeFirst();
  if (row === undefined) return null;
  const values = churnFeatureKeys.flatMap((feature, at) => {
    const value = row.known[at] ?? null;
    return value === null ? [] : [{ feature, value }];
  });
  return { on: row.day, values };
}

interface Kept extends LossReviewInput {
  institutionId: number;
  lossId: string;
  userId: string;
  at: Date;
  /** Version to replace; 0 for a new review. */
  version: number;
}

/** Saves the review. Returns `false` when another version was saved in the meantime. */
export async function saveReview(
  queries: Queries,
  { institutionId, lossId, userId, at, version, missed, ...texts }: Kept,
): Promise<boolean> {
  const row = {
    did_well: texts.didWell,
    signals_seen: texts.signalsSeen,
    missed_feature: missed.feature,
    missed_comparison: missed.comparison,
    missed_value: missed.value,
    changes: texts.changes,
    learning: texts.learning,
    done_by: userId,
    done_at: at,
    version: version + 1,
  };
  const written =
    version === 0
      ? await queries
          .insertInto('churn_retro')
          .values({ institution_id: institutionId, loss_id: lossId, ...row })
          .onConflict((conflict) => conflict.doNothing())
          .returning('version')
          .executeTakeFirst()
      : await queries
          .updateTable('churn_retro')
          .set(row)
          .where('institution_id', '=', institutionId)
          .where('loss_id', '=', lossId)
          .where('version', '=', version)
          .returning('version')
          .executeTakeFirst();
  return written !== undefined;
}

export interface MissedSignalRow {
  missed_feature: string;
  missed_comparison: Signal['comparison'];
  missed_value: number;
  /** Ids of the customers whose reviews name the signal. */
  institution_ids: number[];
}

/** Returns the signals named in reviews, most frequent first. Ignores withdrawn losses. */
export async function countMissedSignals(
  queries: Queries,
  most: number,
): Promise<MissedSignalRow[]> {
  const { rows } = await sql<MissedSignalRow>`
    select r.missed_feature, r.missed_comparison, r.missed_value, array_agg(r.institution_id order by r.institution_id) as institution_ids
    from churn_retro r join churn_event e using (institution_id, loss_id)
    where e.taken_back_at is null
    group by 1, 2, 3 order by count(*) desc, max(r.done_at) desc, 1, 2, 3 limit ${most}`.execute(
    queries,
  );
  return rows;
}

/**
 * A signal that is absent for more than this number of days counts as a new appearance when it
 * returns.
 */
const episodeGapDays = 28;

/**
 * Counts how often a signal appeared on past Sundays with a known outcome, and how often a notice
 * followed. Leaves out the customers from whose reviews the signal comes.
 */
export async function backtestSignal(
  queries: Queries,
  signal: Signal,
  without: readonly number[],
  today: Day,
): Promise<SignalBackTest> {
  const place = churnFeatureKeys.indexOf(signal.feature) + 1;
  const { rows } = await sql<SignalBackTest>`
    with panel as materialized (
      select f.institution_id, f.day, ${sql.raw(`f.known[${place}]`)} as value,
        exists (select from churn_event c where c.institution_id = f.institution_id and c.taken_back_at is null
          and c.noticed_on >= f.day and c.noticed_on < f.day + ${lossConfirmationDays}::integer) as has_left
      from churn_feature f
      where extract(dow from f.day) = 0 and f.day <= ${today}::date - ${lossConfirmationDays}::integer and f.institution_id <> all(${[...without]}::bigint[])
    ), hits as (
      select has_left, day, lag(day) over (partition by institution_id order by day) as before from panel
      where ${signal.comparison === 'at_least' ? sql`value >= ${signal.value}` : sql`value <= ${signal.value}`}
    )
    select (select count(*) from hits where before is null or day - before > ${episodeGapDays}::integer)::integer as came,
      (select count(*) from hits where has_left and (before is null or day - before > ${episodeGapDays}::integer))::integer as "left",
      (select count(*) from panel)::integer as "all", (select count(*) from panel where has_left)::integer as "allLeft"`.execute(
    queries,
  );
  return rows[0] ?? { came: 0, left: 0, all: 0, allLeft: 0 };
}
