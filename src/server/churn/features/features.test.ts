import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Queries } from '#server/core/db/database.ts';
import {
  type ChurnFeatureValues,
  churnFeatures,
  mapFeatureValuesByKey,
} from '#shared/churn/patterns/features.ts';
import { addDays, type Day, daysBetween, listWeekStartsUntil } from '#shared/core/dates.ts';
import { median } from '#shared/core/numbers/median.ts';
import type { ProductKey } from '#shared/core/products.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { insertInstitution } from '#test/factories.ts';
import { createScoreWeekRow, insertOfficialWeeks } from '#test/score-week.ts';
import { findWeeksToGather, gatherWeeklyActivity } from './facts-queries.ts';
import { replaceDayFeatures } from './features-queries.ts';

const timeZone = 'America/Los_Angeles';
const last: Day = '2026-11-08';
const weeks = listWeekStartsUntil(last, 30);
/** Wednesday, because features are also computed for days other than Sundays. */
const day: Day = '2026-09-16';
const dayBegan = new Date('2026-09-16T07:00:00Z');
const lastKnown: Day = '2026-09-06';
const everyone = { after: 0, last: Number.MAX_SAFE_INTEGER };

/** Returns a pseudo-random number that is the same in every run. */
const noise = (...parts: number[]) => {
  const mixed = parts.reduce((sum, part) => Math.imul(sum ^ part, 0x9e3779b1) ^ (sum >>> 13), 77);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
};

const products: ProductKey[] = [
  'onlineBooking',
  'recalls',
  'forms',
  'payments',
  'messaging',
  'reminders',
];
const institutions = Array.from({ length: 12 }, (_, at) => ({
  id: at + 1,
  locations: at % 3 === 0 ? 6 : 1,
}));
const locationsOf = ({ id, locations }: { id: number; locations: number }) =>
  Array.from({ length: locations }, (_, at) => id * 100 + at);

/**
 * Returns the usage of a location in a week; `undefined` while the location's connection was
 * silent.
 */
function used(id: number, location: number, week: Day, product: ProductKey): number | undefined {
  const at = weeks.indexOf(week);
  if (noise(id, at, 5) < 0.08 || (id === 5 && at > 18)) return undefined;
  const falls = location % 100 > 2 && at > 18 ? 0.2 : 1;
  const stopped = id === 7 && at > 17 ? 0 : 1;
  return Math.round(40 * noise(id, location, at, products.indexOf(product)) * falls * stopped);
}
const tickets = institutions.flatMap(({ id }) =>
  Array.from({ length: id }, (_, at) => ({
    institution_id: id,
    ticket_id: id * 100 + at,
    created_at: new Date(dayBegan.getTime() - (noise(id, at) * 250 - 20) * 86_400_000),
    priority: noise(at, id) < 0.4 ? 'HIGH' : 'LOW',
    subject: noise(id, at, 9) < 0.2 ? 'Change of ownership' : 'A question',
  })),
);
const scoreOf = (id: number, week: Day) =>
  noise(id, weeks.indexOf(week), 1) < 0.1 ? null : 30 + 60 * noise(id, weeks.indexOf(week), 2);

let opened: TestDatabase;
let database: Queries;
beforeAll(async () => {
  opened = await createTestDatabase();
  database = opened.database.background;
  for (const one of institutions)
    await insertInstitution(
      opened.database,
      {
        institution_id: one.id,
        go_live_on: one.id === 12 ? null : `2024-0${(one.id % 9) + 1}-10`,
        created_on: null,
      },
      locationsOf(one).map((location_id) => ({ location_id })),
    );
  await insertOfficialWeeks(database, weeks);
  await sql`update official_week set closed_at = week_end + interval '1 day 10 hours'`.execute(
    database,
  );
  await fill(weeks);
  await database
    .insertInto('crm_ticket')
    .values(
      tickets.map((ticket) => ({
        ...ticket,
        body: '',
        pipeline_id: 'Support',
        stage_id: 'New',
        owner_id: null,
        product: null,
        updated_at: ticket.created_at,
        closed_at: null,
      })),
    )
    .execute();
  // A ticket opened for a campaign does not count as a signal of the customer.
  await sql`insert into crm_ticket (institution_id, ticket_id, external_key, subject, body, pipeline_id, stage_id, priority, created_at, updated_at)
    select institution_id, -ticket_id, 'campaign:' || ticket_id, subject, body, pipeline_id, stage_id, 'HIGH', created_at, updated_at from crm_ticket`.execute(
    database,
  );
  const deal = {
    name: 'Renewal',
    pipeline: 'Renewals',
    stage: 'Open',
    owner_id: null,
    amount_cents: 100,
    closed: false,
  };
  await database
    .insertInto('crm_deal')
    .values([
      {
        ...deal,
        institution_id: 1,
        deal_id: 1,
        closes_on: '2026-10-01',
        updated_at: new Date('2026-09-01T00:00:00Z'),
      },
      {
        ...deal,
        institution_id: 2,
        deal_id: 2,
        closes_on: '2026-10-01',
        updated_at: new Date('2026-09-20T00:00:00Z'),
      },
    ])
    .execute();
  await database
    .insertInto('churn_event')
    .values([
      { institution_id: 11, noticed_on: addDays(day, -1), effective_on: day, reason: 'Price' },
    ])
    .execute();
}, 60_000);
afterAll(() => opened.close());

async function fill(of: readonly Day[]): Promise<void> {
  for (const week of of)
    for (const one of institutions) {
      await database
        .insertInto('score_version')
        .values(
          createScoreWeekRow({
            institution_id: one.id,
            week_start: week,
            adoption_score: scoreOf(one.id, week),
            location_count: one.locations,
            entitled_features: 6,
            active_features: 6 - Math.floor(3 * noise(one.id, weeks.indexOf(week), 3)),
            weeks_declining: Math.floor(5 * noise(one.id, weeks.indexOf(week), 4)),
          }),
        )
        .execute();
      await database
        .insertInto('product_version')
        .values({
          institution_id: one.id,
          week_start: week,
          version: 1,
          product: 'onlineBooking',
          entitled: true,
          usage: 1,
          benchmark: 50 + weeks.indexOf(week),
        })
        .execute();
      const reported = locationsOf(one).filter(
        (location) => used(one.id, location, week, 'forms') !== undefined,
      );
      if (reported.length === 0) continue;
      await database
        .insertInto('feed_week')
        .values(
          reported.map((location_id) => ({
            institution_id: one.id,
            location_id,
            week_start: week,
            last_report_on: addDays(week, 6),
          })),
        )
        .execute();
      await database
        .insertInto('usage_week')
        .values(
          reported.flatMap((location_id) =>
            products.map((product) => ({
              institution_id: one.id,
              location_id,
              product,
              week_start: week,
              value: used(one.id, location_id, week, product) ?? 0,
            })),
          ),
        )
        .execute();
    }
}

async function featuresOf(of: Day): Promise<Map<number, (number | null)[]>> {
  await gatherWeeklyActivity(
    database,
    await findWeeksToGather(database, of),
    everyone,
    new Date('2026-11-20T00:00:00Z'),
  );
  await replaceDayFeatures(database, of, everyone, timeZone);
  const rows = await database
    .selectFrom('churn_feature')
    .selectAll()
    .where('day', '=', of)
    .execute();
  return new Map(rows.map((row) => [row.institution_id, row.known]));
}

const mean = (values: readonly number[]) =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
const over = (late: number | null, early: number | null) =>
  late === null || early === null || early <= 0 ? null : late / early;

/** Computes the expected features in TypeScript instead of SQL. */
function expected(one: { id: number; locations: number }): ChurnFeatureValues {
  const weekAt = (back: number): Day => addDays(lastKnown, -7 * back);
  const known = (back: number) => weeks.includes(weekAt(back));
  const sumOf = (back: number, of: readonly ProductKey[]): number | null => {
    const values = locationsOf(one).map((location) =>
      of.map((product) => used(one.id, location, weekAt(back), product)),
    );
    if (!known(back) || values.every((each) => each[0] === undefined)) return null;
    return values.flat().reduce<number>((sum, value) => sum + (value ?? 0), 0);
  };
  const backs = Array.from({ length: 26 }, (_, at) => at).filter(known);
  const valuesOf = (of: readonly ProductKey[], from: number, to: number) =>
    backs.filter((back) => back >= from && back < to).flatMap((back) => sumOf(back, of) ?? []);
  const ratioOf = (...of: ProductKey[]) =>
    over(mean(valuesOf(of, 0, 4)), mean(valuesOf(of, 4, 12)));
  const counted: ProductKey[] = ['onlineBooking', 'forms', 'messaging', 'reminders'];
  const uses = backs.map((back) => ({ back, value: sumOf(back, counted) }));
  const oldest = Math.max(...backs) + 1;

  const quietAt = (end: number) => {
    let [inUse, quiet] = [0, 0];
    for (const location of locationsOf(one)) {
      const at = (from: number, to: number) =>
        Array.from({ length: to - from }, (_, step) => end + from + step)
          .filter(known)
          .filter((back) => used(one.id, location, weekAt(back), 'forms') !== undefined)
          .map((back) =>
            counted.reduce(
              (sum, product) => sum + (used(one.id, location, weekAt(back), product) ?? 0),
              0,
            ),
          );
      const [late, early] = [mean(at(0, 4)), mean(at(4, 12))];
      if (late === null) continue;
      if (early !== null && early > 0) inUse += 1;
      if (early !== null && late < early / 2) quiet += 1;
    }
    return { inUse, quiet };
  };
  const groups =
    one.locations >= 4
      ? backs.map((back) => ({ back, ...quietAt(back) })).filter(({ back }) => back >= 0)
      : [];
  const before = groups.filter(({ back }) => back >= 4);
  const usual = before.reduce((sum, { inUse }) => sum + inUse, 0);

  const mine = tickets.filter(
    (ticket) => ticket.institution_id === one.id && ticket.created_at < dayBegan,
  );
  const ageOf = ({ created_at }: { created_at: Date }) =>
    (dayBegan.getTime() - created_at.getTime()) / 86_400_000;
  const within = (from: number, to: number) =>
    mine.filter((ticket) => ageOf(ticket) > from && ageOf(ticket) <= to);
  const owners = within(-1, 126).filter(({ subject }) => subject.includes('ownership'));
  const at = weeks.indexOf(lastKnown);
  const [now, then] = [scoreOf(one.id, lastKnown), scoreOf(one.id, weekAt(4))];
  return {
    score: now,
    scoreChange: now === null || then === null ? null : now - then,
    weeksDeclining: Math.floor(5 * noise(one.id, at, 4)),
    weeksAtRisk: 0,
    unusedProducts: Math.floor(3 * noise(one.id, at, 3)),
    weeksUnused:
      uses[0]?.value == null
        ? null
        : (uses.find(({ value }) => value !== null && value > 0)?.back ?? oldest),
    weeksSilent: uses.find(({ value }) => value !== null)?.back ?? oldest,
    useRatio: ratioOf(...counted),
    bookingsRatio: over(
      mean(valuesOf(['onlineBooking'], 0, 2)),
      median(valuesOf(['onlineBooking'], 2, 10)),
    ),
    peerBookingsRatio: (50 + at) / (50 + at - 8),
    formsRatio: ratioOf('forms'),
    paymentsRatio: ratioOf('payments'),
    messagesRatio: ratioOf('messaging'),
    quietLocations:
      groups.find(({ back }) => back === 0 && (quietAt(0).inUse > 0 || sumOf(0, counted) !== null))
        ?.quiet ?? null,
    groupLocations: groups.find(({ back }) => back === 0)?.inUse ?? null,
    usualQuietShare: usual === 0 ? null : before.reduce((sum, { quiet }) => sum + quiet, 0) / usual,
    tickets: within(-1, 28).length,
    ticketsBefore: within(28, 84).length,
    usualTickets: (within(28, 196).length * 28) / 168,
    urgentTickets: within(-1, 56).filter(({ priority }) => priority === 'HIGH').length,
    daysSinceOwnershipChange:
      owners.length === 0 ? null : Math.floor(Math.min(...owners.map(ageOf))),
    tenureDays: one.id === 12 ? null : daysBetween(`2024-0${(one.id % 9) + 1}-10`, day),
    coverage: 1,
    renewalDays: one.id === 1 ? daysBetween(day, '2026-10-01') : null,
  };
}

test('the statement matches plain code', async () => {
  const found = await featuresOf(day);
  expect([...found.keys()].sort((one, other) => one - other)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12,
  ]);
  for (const one of institutions) {
    const values = found.get(one.id);
    if (values === undefined) continue;
    const [known, wanted] = [mapFeatureValuesByKey(values), expected(one)];
    for (const { key } of churnFeatures) {
      const [mine, plain] = [known[key], wanted[key]];
      const place = `${key} of ${one.id}`;
      if (plain === null || mine === null) expect([place, mine]).toEqual([place, plain]);
      else expect(Math.abs(mine - plain), place).toBeLessThan(1e-9);
    }
  }
});

/**
 * Adds a new version with other scores to each of the weeks, created at a time after `day`. Keeps
 * the previous versions.
 */
async function makeAgain(...of: Day[]): Promise<void> {
  const later = new Date('2026-11-15T12:00:00Z');
  await sql`
    insert into week_version (week_start, version, rules_version_id, closed_at, institutions, replaced_because, replaced_at)
    select week_start, version, rules_version_id, closed_at, institutions, 'corrected', ${later}::timestamptz
    from official_week where week_start = any(${of}::date[])`.execute(database);
  await sql`
    insert into score_version select (jsonb_populate_record(s, jsonb_build_object('version', 2, 'adoption_score', 2))).*
    from score_version s where week_start = any(${of}::date[])`.execute(database);
  await sql`
    insert into product_version select (jsonb_populate_record(p, jsonb_build_object('version', 2, 'benchmark', 3))).*
    from product_version p where week_start = any(${of}::date[])`.execute(database);
  await database
    .updateTable('official_week')
    .set({ version: 2, closed_at: later })
    .where('week_start', 'in', of)
    .execute();
}

test('later data never changes a feature', async () => {
  const before = await featuresOf(day);
  const later = weeks.filter((week) => addDays(week, 7) > day);
  await database
    .updateTable('usage_week')
    .set({ value: 9_999 })
    .where('week_start', 'in', later)
    .execute();
  await database.deleteFrom('feed_week').where('week_start', 'in', later.slice(1)).execute();
  await database
    .updateTable('score_version')
    .set({ adoption_score: 1, weeks_declining: 20, active_features: 0 })
    .where('week_start', 'in', later)
    .execute();
  await database
    .updateTable('product_version')
    .set({ benchmark: 1 })
    .where('week_start', 'in', later)
    .execute();
  await database
    .updateTable('crm_ticket')
    .set({ subject: 'Change of ownership', priority: 'URGENT' })
    .where('created_at', '>=', dayBegan)
    .execute();
  await database
    .updateTable('crm_ticket')
    .set({
      closed_at: new Date('2026-11-01T00:00:00Z'),
      stage_id: 'Closed',
      updated_at: new Date('2026-11-01T00:00:00Z'),
    })
    .execute();
  await database
    .updateTable('crm_deal')
    .set({ closes_on: '2026-09-20', amount_cents: 1 })
    .where('updated_at', '>=', dayBegan)
    .execute();
  await database
    .insertInto('churn_event')
    .values([
      { institution_id: 1, noticed_on: day, effective_on: addDays(day, 30), reason: 'Price' },
    ])
    .execute();
  await database
    .updateTable('institution')
    .set({ churned_on: addDays(day, 40) })
    .where('institution_id', '=', 1)
    .execute();
  await database
    .updateTable('institution')
    .set({ churned_on: addDays(day, 1) })
    .where('institution_id', '=', 2)
    .execute();
  await makeAgain(addDays(lastKnown, -28), lastKnown);
  await sql`update churn_week set gathered_at = '2020-01-01'`.execute(database);
  const after = await featuresOf(day);
  expect(after.size).toBe(before.size);
  for (const [id, values] of before) expect([id, after.get(id)]).toEqual([id, values]);
});

test('data known a week later changes features', async () => {
  expect(await featuresOf(addDays(day, 14))).not.toEqual(await featuresOf(day));
});
