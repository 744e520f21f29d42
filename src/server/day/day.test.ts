import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { defaultHealthRules } from '#shared/core/scoring-rules.ts';
import { getDayPlan } from '#shared/day/day.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution, insertNotice } from '#test/factories.ts';
import { insertOfficialWeeks } from '#test/score-week.ts';

let test: TestApp;
let cookie: string;
let me: string;
let colleague: string;
const now = new Date('2026-11-18T18:00:00Z');

beforeEach(async () => {
  await test?.close();
  test = await buildTestApp({ now });
  cookie = await test.signIn('member');
  me = await userId('Morgan Member');
  await test.signIn('admin');
  colleague = await userId('Avery Admin');
});
afterAll(() => test.close());

const database = () => test.database.foreground;
const userId = async (name: string) =>
  (
    await database()
      .selectFrom('app_user')
      .select('user_id')
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
  ).user_id;
const send = (method: 'GET' | 'POST', url: string, payload?: object) =>
  test.app.inject({
    method,
    url,
    ...(payload && { payload }),
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
  });
const day = async (person = '') =>
  getDayPlan.response.parse((await send('GET', `/api/day${person && `?person=${person}`}`)).json());
const move = async ({
  key = '',
  version = 0,
  ...facts
}: {
  key?: string;
  version?: number;
  to?: string | null;
  userId?: string;
}) => send('POST', '/api/day/move', { userId: me, items: [{ key, version }], to: null, ...facts });
const items = async (person = '') => (await day(person)).rows.flatMap((row) => row.items);

async function addTask(
  assignee: string,
  due: string,
  institution_id = 1,
  snoozed_until: string | null = null,
): Promise<string> {
  const task_id = randomUUID();
  const written = { created_by: me, created_at: now, updated_by: me, updated_at: now };
  await database()
    .insertInto('task')
    .values({
      institution_id,
      task_id,
      title: 'Call them',
      due_on: due,
      assignee_id: assignee,
      closed_at: null,
      snoozed_until,
      ...written,
    })
    .execute();
  return task_id;
}

/** Inserts a customer with a renewal, owned by Morgan or Avery. */
async function addCustomer(
  institution_id: number,
  closes_on: string,
  owner = 'Morgan Member',
): Promise<void> {
  await insertInstitution(test.database, { institution_id, name: `Practice ${institution_id}` });
  const owner_id = owner === 'Morgan Member' ? 1 : 2;
  await sql`insert into crm_owner values (${owner_id}, ${owner}, ${`${owner_id}@example.com`}) on conflict do nothing`.execute(
    database(),
  );
  await sql`insert into crm_deal (institution_id, deal_id, name, pipeline, stage, owner_id, amount_cents, closes_on, closed, updated_at)
    values (${institution_id}, ${institution_id}, 'Renewal', 'Renewals', 'Open', ${owner_id}, 1240000, ${closes_on}::date, false, now())`.execute(
    database(),
  );
}

describe('the rows of a day', () => {
  it('are open tasks that are due, the most overdue first, without snoozed, later and other users’ tasks', async () => {
    await insertInstitution(test.database, { institution_id: 1, name: 'Elm Dental' });
    await addTask(me, '2026-11-18');
    await addTask(me, '2026-11-16');
    await addTask(me, '2026-11-19');
    await addTask(me, '2026-11-16', 1, '2026-11-25');
    await addTask(colleague, '2026-11-16');
    const { rows, freeMinutes, customers } = await day();
    expect(rows).toMatchObject([{ key: 'customer:1', due: '2026-11-16', minutes: 40 }]);
    expect(rows[0]?.items.map(({ why, urgency, due }) => [urgency, why, due])).toEqual([
      ['overdue', 'Call them', '2026-11-16'],
      ['today', 'Call them', '2026-11-18'],
    ]);
    expect([freeMinutes, customers]).toEqual([306, 0]);
  });

  it('are renewals of the user’s customers at their checkpoints, with the reason', async () => {
    await addCustomer(1, '2027-02-14');
    await addCustomer(2, '2027-05-16');
    await addCustomer(3, '2027-03-20');
    await addCustomer(4, '2027-02-14', 'Avery Admin');
    expect((await day()).customers).toBe(3);
    expect((await items()).map(({ why }) => why)).toEqual([
      'Renewal in 88 days, $12,400: three-month checkpoint is due',
      'Renewal in 179 days, $12,400: six-month checkpoint is due',
    ]);
  });

  it('are at-risk customers assigned to no other user, not snoozed and without an outcome this week', async () => {
    for (const id of [1, 2, 3]) await addCustomer(id, '2027-11-18');
    await atRisk([1, 2, 3]);
    await database()
      .insertInto('risk_case')
      .values({
        institution_id: 2,
        assignee_id: colleague,
        version: 1,
        updated_by: me,
        updated_at: now,
        snooze_reason: null,
      })
      .execute();
    const rows = await items();
    expect(rows.map(({ key }) => key)).toEqual(['risk:1', 'risk:3']);
    expect(rows[0]?.why).toBe('At risk for 3 weeks, score 40%, $5,828 per year at stake');
    expect((await items(colleague)).map(({ key }) => key)).toEqual(['risk:2']);
  });

  it('are no renewals and risks of customers that have given notice', async () => {
    for (const id of [1, 2]) await addCustomer(id, '2027-02-14');
    await atRisk([1, 2]);
    await insertNotice(test.database, { institution_id: 1 });
    expect((await items()).map(({ kind, institutionId }) => [kind, institutionId])).toEqual([
      ['risk', 2],
      ['renewal', 2],
    ]);
  });

  it('are customers with a churn tier, the fewest days left first, without rejected predictions', async () => {
    for (const id of [1, 2, 3]) await addCustomer(id, '2027-11-18');
    await sql`insert into churn_run (run_id, step, day, asked_at, ended_at, status) values (gen_random_uuid(), 'score', '2026-11-18', ${now}, ${now}, 'succeeded')`.execute(
      database(),
    );
    await sql`insert into churn_model (version, trained_on, made_at, model, report, state)
      values (1, '2026-11-15', ${now}, '{}', '{"beatsChance": true, "beatsRule": true}', 'current')`.execute(
      database(),
    );
    await sql`insert into churn_prediction (institution_id, day, is_backtest, model_version, chance30, chance45, chance60, low, high, days_left, patterns, tier)
      select id, '2026-11-18', false, 1, 0.2, 0.3, 0.41, 0.3, 0.5, days, '{}', tier
      from (values (1, 40, 'HIGH'), (2, 12, 'IMMEDIATE'), (3, 12, 'IMMEDIATE')) as p (id, days, tier)`.execute(
      database(),
    );
    await sql`insert into churn_verdict (institution_id, verdict_id, verdict, reason, decided_by, decided_at, day)
      values (3, gen_random_uuid(), 'rejected', 'A holiday', ${me}, ${now}, '2026-11-18')`.execute(
      database(),
    );
    const rows = await items();
    expect(rows.map(({ key, urgency, why }) => [key, urgency, why])).toEqual([
      [
        'churn:2',
        'today',
        'Churn tier IMMEDIATE, 41% chance of a notice within 60 days, 12 days left',
      ],
      ['churn:1', 'soon', 'Churn tier HIGH, 41% chance of a notice within 60 days, 40 days left'],
    ]);
  });

  it('are customers in onboarding that are stuck or near a checkpoint, not those on track or paused', async () => {
    for (const id of [1, 2, 3, 4]) await addCustomer(id, '2027-11-18');
    await insertOfficialWeeks(database(), ['2026-11-08']);
    await sql`insert into onboarding_case (institution_id, state)
      values (1, 'on_track'), (2, 'stuck'), (3, 'on_track'), (4, 'paused')`.execute(database());
    await sql`insert into onboarding_week (institution_id, week_start, day, score, expected, state, milestones_done)
      select id, '2026-11-08', day, 22, 25, state, 0
      from (values (1, 27, 'on_track'), (2, 45, 'stuck'), (3, 45, 'on_track'), (4, 27, 'paused')) as w (id, day, state)`.execute(
      database(),
    );
    const rows = await items();
    expect(
      rows.filter(({ kind }) => kind === 'onboarding').map(({ key, why }) => [key, why]),
    ).toEqual([
      ['onboarding:1:30', 'Onboarding day 31, score 22%: the target for day 30 is 25%'],
      ['onboarding:2:held-up', 'Onboarding is stuck on day 49, score 22%, expected 25%'],
    ]);
  });

  it('are action items that are due or urgent, of the user and the user’s customers, without snoozed and other users’ ones', async () => {
    await addCustomer(1, '2027-11-18');
    await addCustomer(2, '2027-11-18', 'Avery Admin');
    const call = {
      details: '',
      kind: 'risk',
      minutes: 20,
      created_by: me,
      created_at: now,
      updated_by: me,
      updated_at: now,
    } as const;
    const add = (title: string, institution_id: number, due_on: string, facts: object = {}) =>
      database()
        .insertInto('call_to_action')
        .values({
          ...{
            ...call,
            title,
            institution_id,
            due_on,
            priority: 'normal',
            call_id: randomUUID(),
            assignee_id: null,
            closed_at: null,
          },
          ...{ snoozed_until: null, snooze_reason: null, ...facts },
        })
        .execute();
    await add('Due', 1, '2026-11-17', { fired_count: 3 });
    await add('Mine', 2, '2026-11-18', { assignee_id: me });
    await add('Urgent', 1, '2026-11-24', { priority: 'urgent' });
    await add('Later', 1, '2026-11-24');
    await add('Snoozed', 1, '2026-11-17', { snoozed_until: '2026-12-01', snooze_reason: 'Season' });
    await add('Theirs', 1, '2026-11-17', { assignee_id: colleague });
    await add('Their customer', 2, '2026-11-17');
    const rows = await items();
    expect(rows.map(({ urgency, why }) => [urgency, why]).toSorted()).toEqual([
      ['overdue', 'Due: fired 3×'],
      ['soon', 'Urgent: urgent'],
      ['today', 'Mine'],
    ]);
  });

  it('name all reasons in one row, and leave out what an outcome finishes or a snooze hides', async () => {
    for (const id of [1, 2]) await addCustomer(id, '2027-02-14');
    await atRisk([1, 2]);
    await addTask(me, '2026-11-16');
    const all = async () =>
      (await day(me)).rows.map(({ institutionId, due, items: own }) => [
        institutionId,
        due,
        ...own.map(({ kind }) => kind).toSorted(),
      ]);
    expect(await all()).toEqual([
      [1, '2026-11-16', 'renewal', 'risk', 'task'],
      [2, '2026-11-16', 'renewal', 'risk'],
    ]);
    const cases = [{ institutionId: 1, version: 0 }];
    const snooze = { changeId: randomUUID(), cases, until: '2026-12-01', reason: 'Plan agreed' };
    expect((await send('POST', '/api/work/risk-cases/snooze', snooze)).statusCode).toBe(200);
    const outcome = { outcomeId: randomUUID(), institutionIds: [2], outcome: 'contacted' };
    expect((await send('POST', '/api/work/risk-cases/outcomes', outcome)).statusCode).toBe(200);
    expect(await all()).toEqual([[1, '2026-11-16', 'task']]);
    test.setClock(new Date('2026-12-01T18:00:00Z'));
    cookie = await test.signIn('admin');
    expect(await all()).toEqual([[1, '2026-11-16', 'risk', 'task']]);
  });

  it('are attempts to keep leaving customers, until their owner records a failure', async () => {
    await addCustomer(1, '2027-11-18');
    const lossId = randomUUID();
    await insertNotice(test.database, { institution_id: 1, loss_id: lossId });
    const attempt = { lossId, ownerId: me, dueOn: '2026-11-20', plan: 'Offer training' };
    const url = '/api/institution/1/save-attempt';
    expect((await send('POST', url, { ...attempt, version: 0 })).statusCode).toBe(200);
    expect(await items()).toMatchObject([
      {
        kind: 'save',
        urgency: 'soon',
        due: '2026-11-20',
        why: 'Save attempt before the customer leaves on Dec 16: Offer training',
        save: { lossId, version: 1, lossVersion: 1, ownerId: me },
      },
    ]);
    const failure = { lossId, version: 1, note: 'Price' };
    expect((await send('POST', `${url}/failure`, failure)).json()).toEqual({ version: 2 });
    expect((await send('POST', `${url}/failure`, failure)).json()).toEqual({ version: 2 });
    expect(await items()).toEqual([]);
    expect((await send('POST', `${url}/failure`, { ...failure, version: 0 })).statusCode).toBe(409);
    expect((await send('POST', url, { ...attempt, version: 2 })).statusCode).toBe(200);
    expect(await items()).toHaveLength(1);
  });

  it('include an absent colleague’s work for the cover, marked; an absent user has no hours', async () => {
    await insertInstitution(test.database, { institution_id: 1, name: 'Elm Dental' });
    await addTask(colleague, '2026-11-18');
    expect((await day()).rows).toEqual([]);
    const span = { from_on: '2026-11-18', until_on: '2026-11-20' };
    await database()
      .insertInto('absence')
      .values({
        absence_id: randomUUID(),
        user_id: colleague,
        cover_id: me,
        made_by: me,
        made_at: now,
        ...span,
      })
      .execute();
    expect((await day()).rows.map(({ coveringFor }) => coveringFor?.name)).toEqual(['Avery Admin']);
    const theirs = await day(colleague);
    expect([theirs.isAway, theirs.freeMinutes, theirs.rows.length, theirs.rest.length]).toEqual([
      true,
      0,
      0,
      1,
    ]);
  });

  it('do not fit in for a user without hours, and can be read for a disabled user', async () => {
    await insertInstitution(test.database, { institution_id: 1, name: 'Elm Dental' });
    await addTask(me, '2026-11-18');
    const week = JSON.stringify(Array.from({ length: 7 }, () => null));
    await database()
      .insertInto('person_hours')
      .values({ user_id: me, week, updated_by: me, updated_at: now })
      .execute();
    expect(await day()).toMatchObject({
      freeMinutes: 0,
      rows: [],
      rest: [{ items: [{ kind: 'task' }] }],
    });
    await database()
      .updateTable('app_user')
      .set({ status: 'disabled' })
      .where('user_id', '=', colleague)
      .execute();
    expect((await day(colleague)).person.name).toBe('Avery Admin');
    expect((await send('GET', `/api/day?person=${randomUUID()}`)).statusCode).toBe(404);
  });

  it('lose the minutes of a completed task', async () => {
    await insertInstitution(test.database, { institution_id: 1, name: 'Elm Dental' });
    const taskId = await addTask(me, '2026-11-18');
    const done = await test.app.inject({
      method: 'PATCH',
      url: `/api/institution/1/tasks/${taskId}`,
      payload: { version: 1, status: 'done' },
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
    });
    expect(done.statusCode).toBe(200);
    expect(await day()).toMatchObject({ doneMinutes: 20, rows: [] });
  });
});

describe('moving a row', () => {
  const key = 'renewal:1:2027-02-14:threeMonths';
  beforeEach(() => addCustomer(1, '2027-02-14'));

  it('hides it until its day', async () => {
    expect((await move({ key, to: '2026-11-20' })).statusCode).toBe(200);
    expect(await day()).toMatchObject({
      rows: [],
      moved: [{ movedTo: '2026-11-20', items: [{ key, planVersion: 1 }] }],
    });
    expect((await move({ key, to: null, version: 1 })).json()).toEqual({
      items: [{ key, version: 2 }],
    });
    expect(await day()).toMatchObject({ rows: [{ items: [{ key }] }], moved: [] });
    await move({ key, to: '2026-11-19', version: 2 });
    test.setClock(new Date('2026-11-19T18:00:00Z'));
    cookie = await test.signIn('admin');
    expect(await day(me)).toMatchObject({ rows: [{ items: [{ key }] }], moved: [] });
  });

  it('in two windows: the second is informed, and a repeated click moves once', async () => {
    expect((await move({ key, to: '2026-11-20' })).statusCode).toBe(200);
    expect((await move({ key, to: '2026-11-20' })).statusCode).toBe(200);
    expect((await move({ key, to: '2026-11-24' })).statusCode).toBe(409);
    expect((await day()).moved[0]?.movedTo).toBe('2026-11-20');
  });

  it.each([
    ['to the past', { to: '2026-11-17' }, 422],
    ['to today', { to: '2026-11-18' }, 422],
    ['beyond half a year', { to: '2027-11-18' }, 422],
    ['that is gone', { key: 'renewal:9:2027-02-14:threeMonths', to: '2026-11-20' }, 404],
    ['of an unknown user', { userId: randomUUID(), to: '2026-11-20' }, 404],
  ])('one %s is refused', async (_, facts, status) => {
    expect((await move({ key, ...facts })).statusCode).toBe(status);
  });

  it('is refused for a task, whose due date changes instead', async () => {
    const taskId = await addTask(me, '2026-11-18');
    expect((await move({ key: `task:1:${taskId}`, to: '2026-11-20' })).statusCode).toBe(422);
  });

  it('a manual order holds for the day, without rows that are gone meanwhile', async () => {
    await addCustomer(2, '2027-02-14');
    const other = 'renewal:2:2027-02-14:threeMonths';
    const answer = await send('POST', '/api/day/order', {
      userId: me,
      keys: [other, 'risk:7', key, other],
    });
    expect(answer.json()).toEqual({ keys: [other, key] });
    expect((await items()).map((row) => row.key)).toEqual([other, key]);
    await send('POST', '/api/day/order', { userId: me, keys: [key] });
    expect((await items()).map((row) => row.key)).toEqual([key, other]);
  });
});

async function atRisk(ids: readonly number[]): Promise<void> {
  const health = JSON.stringify(defaultHealthRules);
  await sql`insert into rules_version values (1, ${health}::jsonb, 'test', now()) on conflict do nothing`.execute(
    database(),
  );
  await sql`insert into official_week values ('2026-11-08', '2026-11-14', 1, now(), ${ids.length})`.execute(
    database(),
  );
  await sql`insert into score_version (institution_id, week_start, rules_version_id, size_tier, practice_type, location_count, measured_locations,
      entitled_features, active_features, coverage, adoption_score, health_tier, tier_change, has_zero_usage, in_grace, at_risk, weeks_at_risk,
      weeks_declining, weeks_improving, version)
    select id, '2026-11-08', 1, 'Small', 'General dentistry', 1, 1, 6, 6, 1, 40, 'Critical', 'flat', false, false, true, 3, 0, 0, 1
    from unnest(${ids}::bigint[]) id`.execute(database());
}
