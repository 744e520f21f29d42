// Measures how long the main thread is blocked while a model is trained and a day is predicted. The
// main thread answers all requests.
import { sql } from 'kysely';
import { predictionHorizonDays } from '#server/churn/patterns/horizon.ts';
import { predictChurnForDay } from '#server/churn/predictions/score-day.ts';
import type { Database } from '#server/core/db/database.ts';
import { churnFeatures } from '#shared/churn/patterns/features.ts';
import { addDays, type Day } from '#shared/core/dates.ts';
import { measureSeconds } from './seconds.ts';
import { longestStall } from './stall.ts';
import type { BenchRow } from './types.ts';

const limitMs = 50;
const panelWeeks = 44;
/**
 * Number of weeks between two training Sundays. The churn pipeline chooses the same number for
 * 20,000 customers.
 */
const stride = 4;

export async function stallOfTraining(
  { background }: Database,
  institutions: number,
  day: Day,
): Promise<BenchRow> {
  const first = addDays(day, -7 * (panelWeeks + 12));
  await sql`
    insert into official_week (week_start, week_end, rules_version_id, closed_at, institutions)
    select w::date, w::date + 6, (select min(rules_version_id) from rules_version), w + interval '8 days', ${institutions}
    from generate_series(${first}::date, ${addDays(day, -7)}::date, interval '7 days') w on conflict do nothing`.execute(
    background,
  );
  const known = sql.join(churnFeatures.map(() => sql`random() * 10`));
  for (let back = stride; back < panelWeeks; back += stride)
    await sql`
      insert into churn_feature (institution_id, day, known)
      select i, ${addDays(day, -7 * back)}::date, array[${known}] from generate_series(1, ${institutions}::integer) i`.execute(
      background,
    );
  await sql`
    insert into churn_event (institution_id, noticed_on, effective_on, reason)
    select i, n.on_day, n.on_day + 30, 'Low use' from generate_series(1, ${institutions}::integer, 12) i,
      lateral (select ${day}::date - 1 - floor(random() * ${7 * panelWeeks})::integer + 0 * i as on_day) n`.execute(
    background,
  );
  await sql`delete from churn_model`.execute(background);
  let took = 0;
  const ours = await longestStall(async () => {
    took = await measureSeconds(() =>
      predictChurnForDay({
        queries: background,
        day,
        timeZone: 'America/New_York',
        clock: () => new Date(`${day}T12:00:00Z`),
        transact: (work) => background.transaction().execute(work),
        progress: async () => undefined,
        signal: new AbortController().signal,
      }),
    );
  });
  return {
    bench: 'churn',
    measure: `longest stall of the main thread while a model is trained and ${institutions.toLocaleString('en-US')} are predicted`,
    ours,
    anchor: limitMs,
    ratio: ours / limitMs,
    limit: { atMost: 1 },
    unit: 'ms',
    note: `the anchor is the promise; both took ${took.toFixed(0)} s, on outcomes known after ${predictionHorizonDays} days`,
  };
}
