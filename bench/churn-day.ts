// Measures a day of churn predictions for many institutions. Compares the features with one
// hand-written SQL statement, and the predictions with a limit of ten seconds.
import { sql } from 'kysely';
import { replaceDayFeatures } from '#server/churn/features/features-queries.ts';
import { seededRandom } from '#server/churn/learning/random.ts';
import { trainModel } from '#server/churn/predictions/learner/train.ts';
import { activateDraftModel, insertDraftModel } from '#server/churn/predictions/model-queries.ts';
import { predictChurnForDay } from '#server/churn/predictions/score-day.ts';
import type { Database } from '#server/core/db/database.ts';
import { runInInstitutionPieces } from '#server/scoring/institution-range-queries.ts';
import { closeCompleteWeeks } from '#server/scoring/weeks.ts';
import {
  modelFeatures,
  ownershipTicketCountedDays,
  typicalTicketPeriodDays,
} from '#shared/churn/patterns/features.ts';
import { addDays } from '#shared/core/dates.ts';
import { createChurnQuality } from '#test/churn-records.ts';
import { createTestDatabase } from '#test/database.ts';
import { stallOfTraining } from './churn-training.ts';
import { median } from './median.ts';
import { measureSeconds } from './seconds.ts';
import type { BenchRow } from './types.ts';
import { firstLoadedWeek, loadWorld } from './world.ts';

const institutions = 20_000;
const weeks = 9;
const rounds = 3;
const timeZone = 'America/New_York';
const lastWeek = addDays(firstLoadedWeek, 21 + 7 * (weeks - 1));
const day = addDays(lastWeek, 7);
const clock = () => new Date(`${day}T12:00:00Z`);

export async function measureChurnDay(): Promise<BenchRow[]> {
  const { database, close } = await createTestDatabase();
  await load(database);
  const rows = [
    await featuresAgainstAnchor(database),
    await scoresOf(database),
    await stallOfTraining(database, institutions, day),
  ];
  await close();
  return rows;
}

/**
 * Loads half a year of activity, including three tickets and a renewal per customer, and computes
 * the scores.
 */
async function load(database: Database): Promise<void> {
  const { background } = database;
  await loadWorld(background, institutions, weeks + 3);
  await closeCompleteWeeks(background, day, clock);
  await sql`
    insert into churn_week (institution_id, week_start, uses, bookings, forms, payments, messages, group_locations, quiet_locations, gathered_at)
    select i, w::date, floor(random() * 200), floor(random() * 40), floor(random() * 30), floor(random() * 900), floor(random() * 60), null, null, ${clock()}::timestamptz
    from generate_series(1, ${institutions}::integer) i, generate_series(${addDays(lastWeek, -175)}::date, ${lastWeek}::date, interval '7 days') w`.execute(
    background,
  );
  await sql`
    insert into crm_ticket (institution_id, ticket_id, subject, body, pipeline_id, stage_id, priority, created_at, updated_at)
    select i, 3 * i + n, case when random() < 0.05 then 'Change of ownership' else 'A question' end, '', 'Support', 'Closed',
      (array['LOW', 'MEDIUM', 'HIGH', 'URGENT'])[1 + floor(random() * 4)::integer], at.at, at.at
    from generate_series(1, ${institutions}::integer) i, generate_series(1, 3) n,
      lateral (select ${clock()}::timestamptz - random() * interval '200 days' * (1 + 0 * i * n) as at) at`.execute(
    background,
  );
  await sql`
    insert into crm_deal (institution_id, deal_id, name, pipeline, stage, closes_on, closed, updated_at)
    select i, 1, 'Renewal', 'Renewals', 'Open', ${day}::date + i % 300 - 20, i % 5 = 0, ${addDays(day, -30)}::date from generate_series(1, ${institutions}::integer) i`.execute(
    background,
  );
  await sql`create table anchor_feature (like churn_feature including all)`.execute(background);
  await sql`analyze`.execute(background);
}

async function featuresAgainstAnchor({ background }: Database): Promise<BenchRow> {
  const [ours, anchor]: [number[], number[]] = [[], []];
  for (let round = 0; round <= rounds; round++) {
    await sql`truncate churn_feature`.execute(background);
    const own = await measureSeconds(() =>
      runInInstitutionPieces(
        (work) => background.transaction().execute(work),
        async (transaction, range) => {
          await replaceDayFeatures(transaction, day, range, timeZone);
        },
        200,
      ),
    );
    await sql`truncate anchor_feature`.execute(background);
    const other = await measureSeconds(() => handWritten.execute(background));
    // The first round is a warm-up.
    if (round === 0) continue;
    ours.push(own);
    anchor.push(other);
  }
  const { rows } = await sql<{ rows: number; different: number }>`
    select count(*)::integer as rows, count(*) filter (where exists (
      select from unnest(a.known, b.known) k (one, other) where one is distinct from other and coalesce(abs(one - other) > 1e-9, true)
    ) or a.known is null or b.known is null)::integer as different
    from churn_feature a full join anchor_feature b using (day, institution_id)`.execute(
    background,
  );
  if (rows[0]?.rows !== institutions || rows[0].different !== 0)
    throw new Error(`The features differ: ${JSON.stringify(rows[0])}`);
  return {
    bench: 'churn',
    measure: `features of ${institutions.toLocaleString('en-US')} institutions for a day`,
    ours: median(ours),
    anchor: median(anchor),
    ratio: median(ours.map((value, round) => value / (anchor[round] ?? Number.NaN))),
    limit: { atMost: 1.3 },
    unit: 's',
    note: 'anchor: one SQL statement; every figure equal',
  };
}

const before = (days: number) =>
  sql`(${day}::date::timestamp at time zone ${timeZone} - make_interval(days => ${days}))`;

const handWritten = sql`
  insert into anchor_feature (day, institution_id, known)
  with did as (
    select institution_id,
      avg(uses) filter (where week_start > ${lastWeek}::date - 28) as uses_late, avg(uses) filter (where week_start between ${lastWeek}::date - 77 and ${lastWeek}::date - 28) as uses_early,
      avg(forms) filter (where week_start > ${lastWeek}::date - 28) as forms_late, avg(forms) filter (where week_start between ${lastWeek}::date - 77 and ${lastWeek}::date - 28) as forms_early,
      avg(payments) filter (where week_start > ${lastWeek}::date - 28) as paid_late, avg(payments) filter (where week_start between ${lastWeek}::date - 77 and ${lastWeek}::date - 28) as paid_early,
      avg(messages) filter (where week_start > ${lastWeek}::date - 28) as sent_late, avg(messages) filter (where week_start between ${lastWeek}::date - 77 and ${lastWeek}::date - 28) as sent_early,
      avg(bookings) filter (where week_start > ${lastWeek}::date - 14) as booked_late,
      percentile_cont(0.5) within group (order by bookings) filter (where week_start between ${lastWeek}::date - 63 and ${lastWeek}::date - 14) as booked_early,
      max(week_start) filter (where uses > 0) as used_on, max(week_start) filter (where uses is not null) as reported_on, min(week_start) as first_on,
      max(quiet_locations) filter (where week_start = ${lastWeek}::date) as quiet, max(group_locations) filter (where week_start = ${lastWeek}::date) as in_group,
      sum(quiet_locations) filter (where week_start <= ${lastWeek}::date - 28)::float8 / nullif(sum(group_locations) filter (where week_start <= ${lastWeek}::date - 28), 0) as usual_quiet
    from churn_week where week_start > ${lastWeek}::date - 182 and week_start <= ${lastWeek}::date group by 1
  ), asked as (
    select institution_id, count(*) filter (where created_at >= ${before(28)}) as late, count(*) filter (where created_at < ${before(28)} and created_at >= ${before(84)}) as earlier,
      count(*) filter (where created_at < ${before(28)}) * 28.0 / ${typicalTicketPeriodDays} as usually,
      count(*) filter (where created_at >= ${before(56)} and priority in ('HIGH', 'URGENT')) as urgent,
      floor(extract(epoch from ${before(0)} - max(created_at) filter (where subject ilike '%ownership%' and created_at >= ${before(ownershipTicketCountedDays)})) / 86400) as since_owner
    from crm_ticket where created_at < ${before(0)} and created_at >= ${before(typicalTicketPeriodDays + 28)} group by 1
  ), renewal as (
    select institution_id, min(closes_on) - ${day}::date as days from crm_deal
    where pipeline = 'Renewals' and not closed and closes_on >= ${day}::date and updated_at < ${before(0)} group by 1
  ), booking as (
    select n.institution_id, n.benchmark / nullif(o.benchmark, 0) as ratio
    from product_week n left join product_week o on o.institution_id = n.institution_id and o.product = n.product and o.week_start = ${lastWeek}::date - 56
    where n.week_start = ${lastWeek}::date and n.product = 'onlineBooking'
  )
  select ${day}::date, s.institution_id, array[
    s.adoption_score, s.adoption_score - p.adoption_score, s.weeks_declining, s.weeks_at_risk, s.entitled_features - s.active_features,
    case when d.reported_on = ${lastWeek}::date then (${lastWeek}::date - coalesce(d.used_on, d.first_on - 7)) / 7 end,
    (${lastWeek}::date - coalesce(d.reported_on, d.first_on - 7)) / 7,
    d.uses_late / nullif(d.uses_early, 0), d.booked_late / nullif(d.booked_early, 0), b.ratio, d.forms_late / nullif(d.forms_early, 0),
    d.paid_late / nullif(d.paid_early, 0), d.sent_late / nullif(d.sent_early, 0), d.quiet, d.in_group, d.usual_quiet,
    coalesce(a.late, 0), coalesce(a.earlier, 0), coalesce(a.usually, 0), coalesce(a.urgent, 0), a.since_owner, ${day}::date - i.live_on, s.coverage, r.days
  ]::float8[]
  from score_week s join institution i using (institution_id)
  left join score_week p on p.institution_id = s.institution_id and p.week_start = ${lastWeek}::date - 28
  left join did d on d.institution_id = s.institution_id left join asked a on a.institution_id = s.institution_id
  left join renewal r on r.institution_id = s.institution_id left join booking b on b.institution_id = s.institution_id
  where s.week_start = ${lastWeek}::date and i.live_on < ${day}::date and (i.churned_on is null or i.churned_on >= ${day}::date)
    and s.institution_id not in (select institution_id from churn_event where taken_back_at is null and noticed_on < ${day}::date)`;

const longest = 10;

async function scoresOf({ background }: Database): Promise<BenchRow> {
  const model = trainedModel();
  const report = createChurnQuality().model;
  if (model === undefined || report === null) throw new Error('Nothing was learned.');
  const { version: _, trainedOn: __, ...known } = report;
  await activateDraftModel(
    background,
    await insertDraftModel(
      background,
      { model, report: { ...known, bins: [], deviations: [] }, trainedOn: day },
      clock(),
    ),
  );
  const took: number[] = [];
  for (let round = 0; round < rounds; round++)
    took.push(
      await measureSeconds(() =>
        predictChurnForDay({
          queries: background,
          day,
          timeZone,
          clock,
          transact: (work) => background.transaction().execute(work),
          progress: async () => undefined,
          signal: new AbortController().signal,
        }),
      ),
    );
  return {
    bench: 'churn',
    measure: `predictions of ${institutions.toLocaleString('en-US')} institutions for a day, against ${longest} s`,
    ours: median(took),
    anchor: longest,
    ratio: median(took) / longest,
    limit: { atMost: 1 },
    unit: 's',
  };
}

/** Trains a model on random rows with as many columns as the real model has. */
function trainedModel() {
  const rows = 6_000;
  const random = seededRandom(1);
  const width = modelFeatures.length;
  const values = Float64Array.from({ length: rows * width }, () => random() * 4 - 2);
  const dayOf = (row: number) => 7 * Math.floor((row * 30) / rows);
  return trainModel({
    columns: modelFeatures.map(({ key }) => ({ name: key, sign: 0 })),
    rows,
    values,
    day: Float64Array.from({ length: rows }, (_, row) => dayOf(row)),
    today: 7 * 30 + 60,
    institution: Float64Array.from({ length: rows }, (_, row) => row),
    noticeInDays: Float64Array.from({ length: rows }, (_, row) =>
      random() < 0.1 + ((values[row * width] as number) > 1 ? 0.3 : 0) ? random() * 60 : Number.NaN,
    ),
    rule: Float64Array.from({ length: rows }, (_, row) =>
      (values[row * width] as number) > 1.5 ? 1 : 0,
    ),
    alertShare: 0.05,
  })?.model;
}
