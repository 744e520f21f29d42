import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getTeamTasks, getUntouched } from '#shared/team/rows.ts';
import { getTeam } from '#shared/team/team.ts';
import { getWorkloads } from '#shared/work/workloads.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution } from '#test/factories.ts';

let test: TestApp;
const now = new Date('2026-11-18T18:00:00Z');

beforeAll(async () => {
  test = await buildTestApp({ now });
});
afterAll(() => test.close());

it('reports each person’s load, customers without an owner, and owners without an account', async () => {
  const cookie = await test.signIn('member');
  const database = test.database.foreground;
  const { user_id } = await database
    .selectFrom('app_user')
    .select('user_id')
    .executeTakeFirstOrThrow();
  for (const institution_id of [1, 2, 3, 4])
    await insertInstitution(test.database, { institution_id });
  await sql`insert into crm_owner values (1, 'Morgan Member', 'm@example.com'), (2, 'Gone Owner', 'g@example.com')`.execute(
    database,
  );
  await sql`insert into crm_deal (institution_id, deal_id, name, pipeline, stage, owner_id, amount_cents, closes_on, closed, updated_at)
    select i, i, 'Renewal', 'Renewals', 'Open', o, 1000000, '2027-11-18', false, now() from (values (1, 1), (2, 1), (3, 2)) d (i, o)`.execute(
    database,
  );
  const written = {
    created_by: user_id,
    created_at: now,
    updated_by: user_id,
    updated_at: now,
    assignee_id: user_id,
    closed_at: null,
  };
  for (const due_on of ['2026-11-10', '2026-11-20'])
    await database
      .insertInto('task')
      .values({
        institution_id: 1,
        task_id: randomUUID(),
        title: 'Call',
        due_on,
        snoozed_until: null,
        ...written,
      })
      .execute();
  await database
    .insertInto('note')
    .values({
      institution_id: 1,
      note_id: randomUUID(),
      author_id: user_id,
      body: 'Hi',
      created_at: now,
      edited_at: null,
      deleted_at: null,
    })
    .execute();
  const call = {
    institution_id: 2,
    details: '',
    kind: 'risk',
    priority: 'high',
    due_on: '2026-11-20',
    created_by: user_id,
    updated_by: user_id,
  } as const;
  const snoozed = { snoozed_until: '2026-12-01', snooze_reason: 'Season' };
  for (const [title, minutes, facts] of [
    ['Call', 90, {}],
    ['Later', 60, snoozed],
  ] as const)
    await database
      .insertInto('call_to_action')
      .values({
        ...call,
        ...facts,
        call_id: randomUUID(),
        title,
        minutes,
        assignee_id: null,
        created_at: now,
        updated_at: now,
        closed_at: null,
      })
      .execute();
  const get = async (url: string) =>
    (await test.app.inject({ method: 'GET', url, headers: { cookie } })).json();
  const read = async () => getTeam.response.parse(await get(getTeam.path));

  const team = await read();
  expect(getWorkloads.response.parse(await get(getWorkloads.path)).rows).toEqual(
    team.rows.map(({ person, hours, availableHours, isAway }) => ({
      personId: person.id,
      neededHours: hours.customers + hours.tasks + hours.riskCases + hours.calls,
      availableHours,
      isAway,
    })),
  );
  expect(team).toMatchObject({
    withoutOwner: 1,
    unknownOwners: [{ ownerName: 'Gone Owner', customers: 1 }],
  });
  expect(team.rows).toMatchObject([
    {
      customers: 2,
      revenue: 20_000,
      untouched: 1,
      openCalls: 2,
      riskCases: 0,
      hours: { customers: 0.2, tasks: 40 / 60, riskCases: 0, calls: 1.5 },
      openTasks: 2,
      overdueTasks: 1,
      oldestOverdueDays: 8,
      isAway: false,
      availableHours: 25.5,
    },
  ]);

  expect(team.taskAges.filter(({ tasks }) => tasks > 0)).toEqual([
    { age: '8–30 days overdue', tasks: 1 },
    { age: 'Due later', tasks: 1 },
  ]);
  const tasks = getTeamTasks.response.parse(await get(getTeamTasks.path)).rows;
  expect(
    tasks.map(({ personName, age, overdueDays, openDays }) => [
      personName,
      age,
      overdueDays,
      openDays,
    ]),
  ).toEqual([
    ['Morgan Member', '8–30 days overdue', 8, 0],
    ['Morgan Member', 'Due later', null, 0],
  ]);
  const untouched = getUntouched.response.parse(await get(getUntouched.path)).rows;
  expect(untouched.map(({ institutionId, ownerName }) => [institutionId, ownerName])).toEqual([
    [2, 'Morgan Member'],
    [3, 'Gone Owner'],
    [4, 'Unassigned'],
  ]);

  const span = { from_on: '2026-11-18', until_on: '2026-11-19', cover_id: null };
  await database
    .insertInto('absence')
    .values({ absence_id: randomUUID(), user_id, made_by: user_id, made_at: now, ...span })
    .execute();
  expect((await read()).rows).toMatchObject([
    { isAway: true, isUncovered: true, availableHours: 15.3 },
  ]);
});
