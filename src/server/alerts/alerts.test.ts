import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildSessionCookie, createSession } from '#server/auth/session.ts';
import { openDatabase } from '#server/core/db/open.ts';
import { institutionListReader } from '#server/portfolio/list.ts';
import { getActionItems, type ListedActionItem } from '#shared/action-items/action-items.ts';
import {
  type AlertRuleFields,
  getAlertRules,
  getAlertRuleTest,
  postAlertPreview,
  postAlertRule,
  postAlertTrial,
} from '#shared/alerts/alerts.ts';
import { formatListQueryString } from '#shared/list/address.ts';
import type { ListFilter } from '#shared/list/state.ts';
import { institutionColumns } from '#shared/portfolio/columns.ts';
import type { ListedInstitution } from '#shared/portfolio/list.ts';
import { findSegmentRows } from '#shared/portfolio/segment.ts';
import { getTimeline } from '#shared/timeline/timeline.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution, insertNotice } from '#test/factories.ts';
import { rememberUser } from '#test/page-user.ts';
import { createScoreWeekRow, insertOfficialWeeks } from '#test/score-week.ts';
import { parseAlertConditions } from './conditions-sql.ts';
import { evaluateAlertRules } from './evaluate.ts';
import { alertJobs } from './jobs.ts';
import { findMatchingCustomers } from './matching-queries.ts';
import { findOutdatedItems } from './outdated.ts';
import { weeklyColumnSqlExpressions } from './week-values-sql.ts';

let test: TestApp;
let admin: string;
let morgan: string;
const weeks = ['2026-10-25', '2026-11-01', '2026-11-08'];
const last = '2026-11-08';
beforeEach(async () => {
  test = await buildTestApp({ now: new Date('2026-11-18T14:30:00Z') });
  admin = await test.signIn('admin');
  morgan = await test.signIn('member');
  await insertOfficialWeeks(test.database.foreground, weeks);
});
afterEach(() => test.close());

/** Sets the clock and signs Morgan in with a new session. */
async function comeBack(at: string): Promise<void> {
  test.setClock(new Date(at));
  const { user_id } = await database()
    .selectFrom('app_user')
    .select('user_id')
    .where('role', '=', 'member')
    .executeTakeFirstOrThrow();
  morgan = rememberUser(
    `${buildSessionCookie(test.dependencies.env).name}=${await createSession(test.dependencies, user_id)}`,
    user_id,
  );
}
const inject = (options: { method?: 'POST'; url: string; payload?: object }) =>
  test.inject({ ...options, headers: { cookie: morgan } });

const database = () => test.database.foreground;
type Facts = Partial<Parameters<typeof createScoreWeekRow>[0]>;

/** Inserts customers with the given scores in the last official week. Their ids start at 1. */
async function customers(...facts: Facts[]): Promise<void> {
  for (const at of facts.keys())
    await insertInstitution(test.database, { institution_id: at + 1, name: `Customer ${at + 1}` });
  await score(last, ...facts);
}
const score = (week_start: string, ...facts: Facts[]) =>
  database()
    .insertInto('score_version')
    .values(
      facts.map((each, at) => createScoreWeekRow({ institution_id: at + 1, week_start, ...each })),
    )
    .execute();
const setScore = (institution_id: number, adoption_score: number) =>
  database()
    .updateTable('score_version')
    .set({ adoption_score })
    .where('institution_id', '=', institution_id)
    .where('week_start', '=', last)
    .execute();

const low = 'f.adoptionScore=..50';
const ruleId = '0192f5d2-7f6c-7d3a-9d38-0a1b2c3d4e01';
const fields: AlertRuleFields = {
  name: 'Low score',
  kind: 'risk',
  conditions: low,
  priority: 'high',
  dueDays: 2,
  minutes: 20,
  isOn: true,
};
async function save(
  facts: Partial<AlertRuleFields> & {
    version?: number;
    includesPresent?: boolean;
    acceptsBroad?: boolean;
    id?: string;
  } = {},
) {
  const { version = 0, includesPresent = true, acceptsBroad = true, id = ruleId, ...rule } = facts;
  return test.inject({
    method: 'POST',
    url: postAlertRule.path.replace(':ruleId', id),
    payload: { version, rule: { ...fields, ...rule }, includesPresent, acceptsBroad },
    headers: { cookie: admin },
  });
}
async function evaluate(day: string) {
  await comeBack(`${day}T14:30:00Z`);
  return evaluateAlertRules(test.dependencies, { day });
}
async function calls(): Promise<ListedActionItem[]> {
  return getActionItems.response.parse((await inject({ url: getActionItems.path })).json()).rows;
}
async function change(row: ListedActionItem, what: object) {
  const { institutionId, callId, version } = row;
  const response = await inject({
    method: 'POST',
    url: '/api/action-items/change',
    payload: { changeId: randomUUID(), calls: [{ institutionId, callId, version }], change: what },
  });
  expect(response.statusCode).toBe(200);
}
const rules = async () =>
  getAlertRules.response.parse((await inject({ url: getAlertRules.path })).json());
const told = (rows: readonly ListedActionItem[]) =>
  rows.map(({ institutionId, firedCount }) => [institutionId, firedCount]);

/**
 * Returns every kind of filter that the column accepts. The values are close to the values of the
 * rows.
 */
function filtersOn(key: string, rows: readonly ListedInstitution[]): ListFilter[] {
  const column = institutionColumns.find((each) => each.key === key);
  if (column === undefined) throw new Error(`no column ${key}`);
  const known = [
    { column: key, kind: 'empty' as const },
    { column: key, kind: 'filled' as const },
  ];
  const values = [...new Set(rows.map((row) => column.value(row)))];
  return [
    ...known,
    ...values.flatMap((value): ListFilter[] => {
      if (typeof value === 'boolean') return [{ column: key, kind: 'is', value }];
      if (typeof value === 'number')
        return [
          { column: key, kind: 'range', from: Math.trunc(value), to: null },
          { column: key, kind: 'range', from: null, to: Math.trunc(value) },
          { column: key, kind: 'range', from: value, to: null, isFromExclusive: true },
          { column: key, kind: 'range', from: null, to: value, isToExclusive: true },
        ];
      if (value === null) return [];
      if (column.kind === 'date') return [{ column: key, kind: 'dates', from: value, to: value }];
      return [
        { column: key, kind: 'one-of', values: [value] },
        { column: key, kind: 'none-of', values: [value] },
      ];
    }),
  ];
}

it('finds the action items whose customer no longer matches the rule', async () => {
  await customers({ adoption_score: 40 }, { adoption_score: 40 });
  await save();
  const items = (await calls()).map(({ institutionId, callId, rule }) => {
    return { institutionId, callId, ruleId: rule?.ruleId ?? null };
  });
  expect(items).toHaveLength(2);
  await setScore(1, 80);
  const added = { institutionId: 1, callId: randomUUID(), ruleId: null };
  expect(await findOutdatedItems(test.dependencies, [...items, added])).toEqual(
    new Set(items.filter(({ institutionId }) => institutionId === 1).map(({ callId }) => callId)),
  );
});

it('does not mark action items as outdated by their owner while the CRM is down', async () => {
  await customers({ adoption_score: 40 });
  await save();
  await save({ version: 1, conditions: `${low}&f.ownerName=Morgan%20Member` });
  const items = (await calls()).map(({ institutionId, callId, rule }) => {
    return { institutionId, callId, ruleId: rule?.ruleId ?? null };
  });
  expect(items).toHaveLength(1);
  expect((await findOutdatedItems(test.dependencies, items)).size).toBe(1);
  const crm = { ...test.dependencies.crm, dealOwners: () => Promise.reject(new Error('down')) };
  expect(await findOutdatedItems({ ...test.dependencies, crm }, items)).toEqual(new Set());
});

it('does not fire for customers that have given notice, unless the rule is about leaving', async () => {
  await customers({ adoption_score: 40 }, { adoption_score: 40 });
  await insertNotice(test.database, { institution_id: 1 });
  await save();
  const leaving = '0192f5d2-7f6c-7d3a-9d38-0a1b2c3d4e09';
  await save({ id: leaving, name: 'Leaving', conditions: 'f.leavesOn=~filled' });
  expect((await rules()).rows.map(({ name, matching }) => [name, matching]).sort()).toEqual([
    ['Leaving', 1],
    ['Low score', 1],
  ]);
  await evaluate('2026-11-19');
  expect((await calls()).map(({ institutionId, title }) => [title, institutionId]).sort()).toEqual([
    ['Leaving', 1],
    ['Low score', 2],
  ]);
});

describe('customers that match a rule', () => {
  it('are those that the customer list shows for the same filters, in every column with a weekly history', async () => {
    const parts = {
      change_by_usage: -3,
      change_by_peers: 1.5,
      change_by_entitlements: 0,
      change_by_locations: -0.25,
    };
    await customers(
      {},
      { adoption_score: null, health_tier: 'Unknown', coverage: 0.25, measured_locations: 0 },
      {
        adoption_score: 49.99999,
        health_tier: 'Critical',
        at_risk: true,
        weeks_at_risk: 3,
        weeks_declining: 4,
        tier_change: 'down',
        ...parts,
      },
      {
        previous_score: 90,
        previous_health_tier: 'Medium',
        score_change: -10,
        percent_change: -11.1,
        size_tier: 'Large',
        practice_type: 'Ortho',
      },
      {
        in_grace: true,
        has_zero_usage: true,
        active_features: 0,
        weeks_improving: 2,
        location_count: 7,
        entitled_features: 4,
      },
    );
    await sql`insert into product_version (institution_id, week_start, version, product, entitled, usage, score) values
      (1, ${last}, 1, 'forms', true, 10, 49.5), (2, ${last}, 1, 'forms', true, 10, 80), (3, ${last}, 1, 'payments', true, 1, 5000),
      (4, ${last}, 1, 'forms', true, 0, null)`.execute(database());
    await database()
      .updateTable('institution')
      .set({ go_live_on: null })
      .where('institution_id', '=', 2)
      .execute();
    const { rows } = (await institutionListReader(test.dependencies)()).answer;
    expect(rows).toHaveLength(5);
    let asked = 0;
    for (const key of weeklyColumnSqlExpressions.keys())
      for (const filter of filtersOn(key, rows)) {
        const text = formatListQueryString({ filters: [filter] });
        const wanted = findSegmentRows(rows, new URLSearchParams(text)).rows.map(
          (row) => row.institutionId,
        );
        expect([
          text,
          await findMatchingCustomers(test.dependencies, parseAlertConditions(text)),
        ]).toEqual([text, wanted]);
        asked += 1;
      }
    expect(asked).toBeGreaterThan(120);
  });

  it('are taken from the current list for columns without a history, and none match while it cannot be read', async () => {
    await customers({}, {}, { adoption_score: 20 });
    await database()
      .updateTable('location')
      .set({ city: 'Éclat' })
      .where('institution_id', '=', 2)
      .execute();
    const matching = (text: string) =>
      findMatchingCustomers(test.dependencies, parseAlertConditions(text));
    expect(await matching('q=eclat')).toEqual([2]);
    expect(await matching('f.ehr=Dentrix&f.adoptionScore=..50')).toEqual([3]);
    expect(await matching('f.nothing=1')).toEqual([]);
    expect(await matching('f.adoptionScore=many')).toEqual([]);
  });
});

describe('saving a rule', () => {
  it('requires an admin and the current version, and refuses a used name and conditions that match every customer', async () => {
    await customers({}, {});
    const asMember = await test.inject({
      method: 'POST',
      url: postAlertRule.path.replace(':ruleId', ruleId),
      payload: { version: 0, rule: fields, includesPresent: false, acceptsBroad: false },
    });
    expect(asMember.statusCode).toBe(403);
    expect((await save({ conditions: '' })).statusCode).toBe(422);
    expect((await save({ conditions: 'sort=-adoptionScore' })).statusCode).toBe(422);
    expect((await save({ conditions: 'f.gone=1' })).statusCode).toBe(422);
    expect((await save({ name: ' ' })).statusCode).toBe(422);
    expect((await save()).json()).toEqual({ version: 1, opened: 0, heldBack: 0, isSilent: false });
    expect((await save()).json()).toMatchObject({ version: 1 });
    expect((await save({ name: 'Another' })).statusCode).toBe(409);
    expect((await save({ name: 'LOW score', id: randomUUID() })).statusCode).toBe(409);
    expect((await save({ version: 1, isOn: false })).json()).toMatchObject({ version: 2 });
    const audit = await database().selectFrom('audit_log').select('action').execute();
    expect(audit).toEqual([{ action: 'alert_rule.save' }, { action: 'alert_rule.save' }]);
    expect(
      await database()
        .selectFrom('alert_rule_version')
        .select('version')
        .orderBy('version')
        .execute(),
    ).toHaveLength(2);
  });

  it('reports the conflict to the second of two users who save new rules under one name at once', async () => {
    await customers({});
    const both = await Promise.all([save(), save({ name: 'low score', id: randomUUID() })]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(both.find(({ statusCode }) => statusCode === 409)?.body).toBe(
      'Another rule has this name. Choose a different one.',
    );
  });

  it('refuses a broad rule until the user confirms it', async () => {
    await customers(
      ...Array.from({ length: 10 }, (_, at) => ({ adoption_score: at < 2 ? 10 : 80 })),
    );
    const refused = await save({ acceptsBroad: false });
    expect([refused.statusCode, refused.body]).toEqual([
      422,
      'The rule matches 2 of 10 customers. Narrow its conditions, or confirm that you want a rule this broad.',
    ]);
    expect((await save({ acceptsBroad: false, isOn: false })).statusCode).toBe(200);
    expect((await save({ version: 1, acceptsBroad: true })).json()).toMatchObject({
      version: 2,
      opened: 2,
    });
  });

  it('shows the viewer’s name for “me” in conditions', async () => {
    await customers({});
    await save({ conditions: 'f.ownerName=~me' });
    expect((await rules()).rows[0]?.conditions).toBe('f.ownerName=Avery%20Admin');
  });

  it('allows muting a rule whose conditions are unreadable, and fires it for no customer', async () => {
    await customers({ adoption_score: 10 });
    await save({ includesPresent: false });
    await database().updateTable('alert_rule').set({ conditions: 'f.gone=1' }).execute();
    expect((await rules()).rows[0]).toMatchObject({
      matching: null,
      problems: [expect.stringContaining('gone')],
    });
    expect(await evaluate('2026-11-19')).toMatchObject({ opened: 0, unreadable: ['Low score'] });
    admin = await test.signIn('admin');
    expect((await save({ version: 1, conditions: 'f.gone=1', isOn: false })).statusCode).toBe(200);
  });
});

describe('the nightly evaluation', () => {
  it('stays silent for customers that matched when the rule was turned on, until they match again', async () => {
    await customers({ adoption_score: 10 }, { adoption_score: 80 });
    await save({ includesPresent: false });
    expect(await evaluate('2026-11-19')).toMatchObject({ opened: 0 });
    await setScore(2, 20);
    expect(await evaluate('2026-11-20')).toMatchObject({ opened: 1 });
    await setScore(1, 60);
    await evaluate('2026-11-21');
    await setScore(1, 30);
    expect(await evaluate('2026-11-22')).toMatchObject({ opened: 1 });
    expect(told(await calls())).toEqual([
      [2, 1],
      [1, 1],
    ]);
    const [row] = await calls();
    expect(row).toMatchObject({
      title: 'Low score',
      kind: 'risk',
      priority: 'high',
      dueOn: '2026-11-22',
      details: 'Score: 20.0%',
      personName: 'Unassigned',
    });
    const timeline = await inject({ url: getTimeline.path.replace(':id', '2') });
    expect(timeline.json().rows[0]).toMatchObject({
      headline: 'Alert rule “Low score” fired',
      body: 'Score: 20.0%',
      actor: null,
    });
  });

  it.each([
    ['continues as before when a mute is undone', undefined, 1],
    ['starts with a new baseline when an evaluation ran while it was muted', '2026-11-20', 0],
  ])('%s', async (_, ranOn, again) => {
    await customers({ adoption_score: 10 }, { adoption_score: 80 });
    await save({ includesPresent: false });
    await setScore(2, 20);
    expect(await evaluate('2026-11-19')).toMatchObject({ opened: 1 });
    await comeBack('2026-11-19T18:00:00Z');
    admin = await test.signIn('admin');
    await save({ version: 1, isOn: false, includesPresent: false });
    if (ranOn !== undefined) await evaluate(ranOn);
    admin = await test.signIn('admin');
    expect((await save({ version: 2, includesPresent: false })).json()).toMatchObject({
      version: 3,
    });
    expect(await evaluate('2026-11-26')).toMatchObject({ opened: 0, again });
  });

  it('counts a firing on the open item once in seven days instead of opening another, and is idempotent within a day', async () => {
    await customers({ adoption_score: 10 });
    expect((await save()).json()).toMatchObject({ opened: 1 });
    for (const day of [
      '2026-11-19',
      '2026-11-24',
      '2026-11-25',
      '2026-11-25',
      '2026-12-01',
      '2026-12-02',
    ])
      await evaluate(day);
    const rows = await calls();
    expect(told(rows)).toEqual([[1, 3]]);
    expect(rows[0]?.lastFiredOn).toBe('2026-12-02');
  });

  it('does not fire while the item is snoozed, and fires again after the snooze', async () => {
    await customers({ adoption_score: 10 });
    await save();
    const [row] = await calls();
    if (row === undefined) throw new Error('no call');
    await change(row, { action: 'snooze', until: '2026-12-05', reason: 'On holiday' });
    for (const day of ['2026-11-26', '2026-12-04'])
      expect(await evaluate(day)).toMatchObject({ again: 0 });
    expect(told(await calls())).toEqual([[1, 1]]);
    expect(await evaluate('2026-12-05')).toMatchObject({ again: 1 });
    expect((await calls())[0]).toMatchObject({ firedCount: 2, snooze: null });
  });

  it('does not fire for 28 days after the item was closed, then opens a new one', async () => {
    await customers({ adoption_score: 10 });
    await save();
    const [row] = await calls();
    if (row === undefined) throw new Error('no call');
    await change(row, { action: 'close', outcome: 'false_alarm', note: '' });
    expect(await evaluate('2026-12-16')).toMatchObject({ opened: 0, again: 0 });
    expect(await evaluate('2026-12-17')).toMatchObject({ opened: 1 });
  });

  it('counts on an item that a user opened, and keeps its texts', async () => {
    await customers({ adoption_score: 10 });
    const { user_id } = await database()
      .selectFrom('app_user')
      .select('user_id')
      .executeTakeFirstOrThrow();
    const at = new Date('2026-11-10T00:00:00Z');
    const by = { created_by: user_id, created_at: at, updated_by: user_id, updated_at: at };
    const own = {
      kind: 'risk',
      title: 'low SCORE',
      details: 'My own words',
      priority: 'low',
      due_on: '2026-11-30',
      minutes: 5,
    } as const;
    const none = {
      assignee_id: null,
      rule_id: null,
      last_fired_on: null,
      snoozed_until: null,
      snooze_reason: null,
      outcome: null,
      note: null,
    };
    await database()
      .insertInto('call_to_action')
      .values({ institution_id: 1, call_id: randomUUID(), ...own, ...none, ...by, closed_at: null })
      .execute();
    await save();
    expect(await calls()).toMatchObject([
      { title: 'low SCORE', details: 'My own words', firedCount: 1, rule: { name: 'Low score' } },
    ]);
  });

  it('opens at most five new items a day per owner when ten rules are saved at once on two servers', async () => {
    await customers(...Array.from({ length: 10 }, (_, at) => ({ adoption_score: 10 + at })));
    await sql`insert into crm_owner values (1, 'Morgan Member', 'm@example.com')`.execute(
      database(),
    );
    await sql`insert into crm_deal (institution_id, deal_id, name, pipeline, stage, owner_id, closed, updated_at)
      select id, id, 'Deal', 'Expansion', 'Open', 1, false, now() from generate_series(1, 10) id`.execute(
      database(),
    );
    const { rows: names } = await sql<{ name: string }>`select current_database() as name`.execute(
      database(),
    );
    // The embedded database allows only one process, so both evaluations run in this process.
    const server =
      test.database.engine === 'postgres'
        ? new URL(process.env.TEST_DATABASE_URL ?? '')
        : undefined;
    if (server !== undefined) server.pathname = `/${names[0]?.name}`;
    const second = server && (await openDatabase({ databaseUrl: server.href, dataDir: '' }));
    const { app, close } = await buildTestApp({
      now: new Date('2026-11-18T14:30:00Z'),
      database: { database: second ?? test.database, close: async () => second?.close() },
    });
    const saves = Array.from({ length: 10 }, (_, at) =>
      (at % 2 === 0 ? app : test.app).inject({
        method: 'POST',
        url: postAlertRule.path.replace(':ruleId', randomUUID()),
        payload: {
          version: 0,
          rule: { ...fields, name: `Rule ${at}` },
          includesPresent: true,
          acceptsBroad: true,
        },
        headers: { cookie: admin, 'sec-fetch-site': 'same-origin' },
      }),
    );
    const answers = await Promise.all(saves);
    await close();
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200));
    expect(await calls()).toHaveLength(5);
    expect(answers.reduce((sum, answer) => sum + Number(answer.json().opened), 0)).toBe(5);
  });

  it('opens at most five new items a day per owner, the rest on the next days, and notifies each owner from 8:00 on', async () => {
    await customers(...Array.from({ length: 7 }, (_, at) => ({ adoption_score: 10 + at })));
    await sql`insert into crm_owner values (1, 'Morgan Member', 'm@example.com')`.execute(
      database(),
    );
    await sql`insert into crm_deal (institution_id, deal_id, name, pipeline, stage, owner_id, closed, updated_at)
      select id, id, 'Deal', 'Expansion', 'Open', 1, false, now() from generate_series(1, 7) id`.execute(
      database(),
    );
    expect((await save({ isOn: false })).statusCode).toBe(200);
    await database().updateTable('alert_rule').set({ is_on: true }).execute();
    expect(await evaluate('2026-11-19')).toMatchObject({
      opened: 5,
      heldBack: [{ person: 'Morgan Member', calls: 2 }],
    });
    expect(await evaluate('2026-11-19')).toMatchObject({ opened: 0 });
    expect((await calls()).map(({ institutionId }) => institutionId)).toEqual([1, 2, 3, 4, 5]);
    await comeBack('2026-11-19T15:59:59Z');
    expect((await rules()).digest).toBeNull();
    await comeBack('2026-11-19T16:00:00Z');
    expect((await rules()).digest).toEqual({
      day: '2026-11-19',
      opened: 5,
      again: 0,
      heldBack: 2,
      silent: [],
    });
    expect(await evaluate('2026-11-20')).toMatchObject({ opened: 2, heldBack: [] });
    expect((await rules()).digest?.day).toBe('2026-11-19');
  });

  it('silences only rules about a decline in a week of seasonal decline', async () => {
    await customers({ adoption_score: 10, weeks_declining: 4 });
    const benchmark = (week: string, value: number) =>
      sql`insert into benchmark_version (week_start, product, peer_level, size_tier, practice_type, benchmark, quartile_low, quartile_high, institutions, locations, version)
        values (${week}::date, 'forms', 'all', '', '', ${value}, 0, 0, 30, 30, 1)`.execute(
        database(),
      );
    await benchmark('2026-11-01', 100);
    await benchmark(last, 98);
    expect(
      (await save({ conditions: 'f.consecutiveWeeksDeclining=3..', name: 'Declining' })).json(),
    ).toMatchObject({
      opened: 0,
      isSilent: true,
    });
    await save({ id: randomUUID() });
    expect((await calls()).map(({ title }) => title)).toEqual(['Low score']);
    expect(await evaluate('2026-11-19')).toMatchObject({ silent: ['Declining'] });
    await database()
      .updateTable('benchmark_version')
      .set({ benchmark: 98.1 })
      .where('week_start', '=', last)
      .execute();
    expect(await evaluate('2026-11-20')).toMatchObject({ opened: 1, silent: [] });
  });

  it('does not fire before the first official week, nor for lost customers', async () => {
    await customers({ adoption_score: 10 }, { adoption_score: 10 });
    await database()
      .updateTable('institution')
      .set({ churned_on: '2026-11-15' })
      .where('institution_id', '=', 1)
      .execute();
    expect((await save()).json()).toMatchObject({ opened: 1 });
    await database().deleteFrom('score_version').execute();
    await database().deleteFrom('official_week').execute();
    expect(await evaluate('2026-12-30')).toMatchObject({ opened: 0, again: 0 });
  });

  it('opens each item once when two evaluations run at once, and after an interrupted one', async () => {
    await customers({ adoption_score: 10 }, { adoption_score: 20 });
    await save({ isOn: false });
    await database().updateTable('alert_rule').set({ is_on: true }).execute();
    await comeBack('2026-11-19T14:30:00Z');
    const run = () => evaluateAlertRules(test.dependencies, { day: '2026-11-19' });
    await Promise.all([run(), run()]);
    expect(told(await calls())).toEqual([
      [1, 1],
      [2, 1],
    ]);
    // An evaluation is one transaction. An interrupted evaluation leaves no rows, and the next
    // evaluation does all the work.
    await database().deleteFrom('call_firing').execute();
    await database().deleteFrom('call_to_action').execute();
    await sql`alter table alert_run add constraint cut_off check (day <> '2026-11-20')`.execute(
      database(),
    );
    await expect(evaluate('2026-11-20')).rejects.toThrow();
    expect(await calls()).toEqual([]);
    await sql`alter table alert_run drop constraint cut_off`.execute(database());
    expect(await evaluate('2026-11-20')).toMatchObject({ opened: 2 });
  });

  it('is a job', async () => {
    await customers({ adoption_score: 10 });
    await save({ isOn: false });
    await database().updateTable('alert_rule').set({ is_on: true }).execute();
    const [job] = alertJobs;
    const context = {
      businessDate: '2026-11-19',
      signal: new AbortController().signal,
      progress: async () => undefined,
    };
    expect(await job?.run(test.dependencies, context)).toMatchObject({ opened: 1, again: 0 });
  });
});

it('suggests muting a rule whose items are rarely acted on', async () => {
  await customers(...Array.from({ length: 10 }, () => ({ adoption_score: 10 })));
  await save({ isOn: false });
  await database().updateTable('alert_rule').set({ is_on: true }).execute();
  for (const day of ['2026-11-19', '2026-11-20']) await evaluate(day);
  const rows = await calls();
  for (const [at, row] of rows.entries())
    await change(row, { action: 'close', outcome: at === 0 ? 'acted' : 'false_alarm', note: '' });
  const [rule] = (await rules()).rows;
  expect(rule?.ledger).toEqual({
    fired: 10,
    calls: 10,
    acted: 1,
    falseAlarms: 9,
    lapsed: 0,
    open: 0,
  });
  const exported = await inject({ url: '/api/alerts/rules/export?cols=name,acted,isNoisy' });
  expect(exported.body).toContain('Low score,10,Yes');
});

it('states before it is turned on how many items open and wait, runs on demand, and can be undone', async () => {
  await customers(...Array.from({ length: 7 }, () => ({ adoption_score: 40 })));
  const ask = (what: string, payload: object = {}) =>
    test.inject({
      method: 'POST',
      url: `/api/alerts/rules/${ruleId}/${what}`,
      payload,
      headers: { cookie: admin },
    });
  const { name, kind, conditions, priority } = fields;
  const preview = async (text = conditions) =>
    postAlertPreview.response.parse(
      (await ask('preview', { name, kind, conditions: text, priority })).json(),
    );
  expect(await preview()).toEqual({ opened: 5, heldBack: 2, isSilent: false, matching: 7 });
  expect(await preview('f.adoptionScore=..10')).toMatchObject({ opened: 0, matching: 0 });
  expect((await save()).json()).toMatchObject({ opened: 5, heldBack: 2 });
  expect((await ask('run')).json()).toMatchObject({ opened: 0, heldBack: 2, matching: 7 });
  const [touched] = await calls();
  if (touched === undefined) throw new Error('no item');
  await change(touched, { action: 'snooze', until: '2026-11-25', reason: 'Waiting' });
  expect((await ask('undo', { version: 1 })).json()).toEqual({ version: 2, removed: 4, kept: 1 });
  expect((await ask('undo', { version: 1 })).json()).toEqual({ version: 2, removed: 0, kept: 0 });
  expect((await calls()).map(({ callId }) => callId)).toEqual([touched.callId]);
  expect((await rules()).rows).toMatchObject([{ version: 2, isOn: false }]);
  expect((await ask('run')).statusCode).toBe(422);
  expect((await ask('undo', { version: 3 })).statusCode).toBe(404);
});

it('undoes only a save that turned a rule on, within 24 hours', async () => {
  await customers({ adoption_score: 40 });
  const undo = (version: number) =>
    test.inject({
      method: 'POST',
      url: `/api/alerts/rules/${ruleId}/undo`,
      payload: { version },
      headers: { cookie: admin },
    });
  await save();
  await save({ version: 1, dueDays: 3 });
  expect((await undo(2)).statusCode).toBe(409);
  await save({ version: 2, isOn: false });
  expect((await undo(3)).statusCode).toBe(409);
  await save({ version: 3 });
  expect(await calls()).toHaveLength(1);
  await comeBack('2026-11-19T14:30:01Z');
  admin = await test.signIn('admin');
  const answer = await undo(4);
  expect([answer.statusCode, answer.body]).toEqual([409, expect.stringContaining('24 hours old')]);
  expect(await calls()).toHaveLength(1);
});

it('keeps the last test of a rule with the tested version', async () => {
  await customers({ adoption_score: 40 });
  const tested = async () =>
    getAlertRuleTest.response.parse(
      (await inject({ url: `/api/alerts/rules/${ruleId}/test` })).json(),
    ).test;
  const tryRule = (conditions: string) =>
    inject({ method: 'POST', url: postAlertTrial.path, payload: { conditions, ruleId } });
  await tryRule(low);
  expect(await tested()).toBeNull();
  await save();
  await tryRule(low);
  expect(await tested()).toMatchObject({
    version: 1,
    conditions: low,
    testedBy: 'Morgan Member',
    trial: { matching: 1 },
  });
  await tryRule('f.adoptionScore=..30');
  expect(await tested()).toMatchObject({ version: 2, trial: { matching: 0 } });
});

it('simulates a rule on past weeks without firing', async () => {
  await customers({ adoption_score: 10 }, { adoption_score: 80 }, { adoption_score: 30 });
  await score('2026-11-01', { adoption_score: 10 }, { adoption_score: 20 }, { adoption_score: 80 });
  await score('2026-10-25', { adoption_score: 10 }, { adoption_score: 80 }, { adoption_score: 80 });
  const trial = async (conditions: string) =>
    postAlertTrial.response.parse(
      (await inject({ method: 'POST', url: postAlertTrial.path, payload: { conditions } })).json(),
    );
  const found = await trial(low);
  expect(found).toMatchObject({
    matching: 2,
    customers: 3,
    isBroad: true,
    withoutPast: [],
    problems: [],
    firedFor: 2,
  });
  expect(found.weeks).toEqual([
    { weekEnd: '2026-11-07', matching: 2, calls: 1, isSilent: false },
    { weekEnd: '2026-11-14', matching: 2, calls: 1, isSilent: false },
  ]);
  expect(found.often).toEqual([
    { institutionId: 2, institutionName: 'Customer 2', times: 1 },
    { institutionId: 3, institutionName: 'Customer 3', times: 1 },
  ]);
  expect(await trial(`${low}&f.ehr=Dentrix`)).toMatchObject({ matching: 2, withoutPast: ['EHR'] });
  expect(await trial('f.gone=1')).toMatchObject({
    matching: 0,
    firedFor: 0,
    problems: [expect.stringContaining('gone')],
  });
  expect(await calls()).toEqual([]);
});
