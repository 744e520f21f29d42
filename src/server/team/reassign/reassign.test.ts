import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getInstitutionList } from '#shared/portfolio/list.ts';
import {
  getReassignable,
  isProspectKind,
  postReassignment,
  type ReassignmentMove,
} from '#shared/team/reassign/reassign.ts';
import { getTeam } from '#shared/team/team.ts';
import { getTimeline } from '#shared/timeline/timeline.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution, insertProspect } from '#test/factories.ts';
import { insertDealOwner, type TestPerson } from '#test/playbook-records.ts';

// Today is Wednesday, 2026-11-18. Olive owns customers 1 and 2, and Ben owns customer 3. Customer 4
// has a deal without an owner, and customer 5 has no deal.
let test: TestApp;
let admin: string;
let olive: TestPerson;
let ben: TestPerson;
let kim: TestPerson;

beforeEach(async () => {
  test = await buildTestApp();
  admin = await test.signIn('admin');
  for (const id of [1, 2, 3, 4, 5])
    await insertInstitution(test.database, { institution_id: id, name: `Customer ${id}` });
  olive = await insertDealOwner(test.database, 'Olive Owner', [1, 2]);
  ben = await insertDealOwner(test.database, 'Ben Ode', [3]);
  kim = await insertDealOwner(test.database, 'Kim New', []);
  await sql`insert into crm_deal (institution_id, deal_id, name, pipeline, stage, closed, updated_at)
    values (4, 400, 'Renewal', 'Renewals', 'Open', false, '2026-11-01')`.execute(database());
});
afterEach(() => test.close());

const database = () => test.database.foreground;
const ask = (url: string, cookie = admin) => test.inject({ url, headers: { cookie } });
const post = (url: string, payload: object, cookie = admin) =>
  test.inject({ method: 'POST', url, payload, headers: { cookie } });

/** Advances the clock beyond the second for which the customer list is cached. */
const later = () => test.setClock(new Date(test.dependencies.clock().getTime() + 2_000));

async function addTask(assigneeId: string, institution_id = 1): Promise<string> {
  const task_id = randomUUID();
  const written = {
    created_by: assigneeId,
    created_at: new Date(),
    updated_by: assigneeId,
    updated_at: new Date(),
    closed_at: null,
  };
  await database()
    .insertInto('task')
    .values({
      institution_id,
      task_id,
      title: 'Call them',
      due_on: '2026-11-20',
      assignee_id: assigneeId,
      snoozed_until: null,
      ...written,
    })
    .execute();
  return task_id;
}
async function addCall(assigneeId: string | null, institution_id: number): Promise<void> {
  const payload = {
    kind: 'risk',
    title: 'Ask',
    details: '',
    priority: 'high',
    dueOn: '2026-11-20',
    assigneeId,
    minutes: 60,
  };
  expect(
    (
      await post('/api/action-items', {
        callId: randomUUID(),
        institutionIds: [institution_id],
        ...payload,
      })
    ).statusCode,
  ).toBe(200);
}
const assignCase = (institution_id: number, assignee_id: string) =>
  database()
    .insertInto('risk_case')
    .values({
      institution_id,
      assignee_id,
      version: 1,
      updated_by: assignee_id,
      updated_at: new Date(),
      snooze_reason: null,
    })
    .execute();

const work = async (query = `person=${olive.id}`) =>
  getReassignable.response.parse((await ask(`${getReassignable.path}?${query}`)).json());
const disable = (person: TestPerson) =>
  database()
    .updateTable('app_user')
    .set({ status: 'disabled' })
    .where('user_id', '=', person.id)
    .execute();

/** Returns moves that assign all of Olive's items to one user. */
async function allTo(toId: string, query?: string): Promise<ReassignmentMove[]> {
  return (await work(query)).items.map(({ kind, subjectId, id, version }) =>
    isProspectKind(kind)
      ? kind === 'prospect'
        ? { kind, prospectId: subjectId, version, toId }
        : { kind, prospectId: subjectId, id: id ?? '', version, toId }
      : kind === 'customer'
        ? { kind, institutionId: subjectId, toId }
        : kind === 'risk'
          ? { kind, institutionId: subjectId, version, toId }
          : { kind, institutionId: subjectId, id: id ?? '', version, toId },
  );
}
const from = () => ({ kind: 'person', userId: olive.id }) as const;
const move = (
  moves: readonly ReassignmentMove[],
  { reassignmentId = randomUUID() as string, cookie = admin, source = from() as object } = {},
) => post(postReassignment.path, { reassignmentId, from: source, moves }, cookie);
const undo = (reassignmentId: string, cookie = admin) =>
  post(`/api/team/reassignments/${reassignmentId}/undo`, {}, cookie);

async function owners(): Promise<Record<number, string | null>> {
  const { rows } = getInstitutionList.response.parse((await ask(getInstitutionList.path)).json());
  return Object.fromEntries(rows.map(({ institutionId, ownerName }) => [institutionId, ownerName]));
}
const team = async () => getTeam.response.parse((await ask(getTeam.path)).json());
const needed = async ({ id }: TestPerson) => {
  const hours = (await work()).loads.find(({ person }) => person.id === id)?.hours;
  return hours === undefined
    ? undefined
    : hours.customers + hours.tasks + hours.riskCases + hours.calls;
};
const headlines = async (id: number): Promise<string[]> =>
  (await ask(getTimeline.path.replace(':id', String(id))))
    .json()
    .rows.map((row: { headline: string }) => row.headline);

describe('reassignable items', () => {
  it('are a person’s customers, tasks and action items with their hours; unassigned work moves with its customer', async () => {
    await addTask(olive.id, 3);
    await addCall(olive.id, 1);
    await addCall(null, 2);
    await addTask(ben.id, 1);
    const { items, person, isActive, fixedCustomers } = await work();
    expect([person?.name, isActive, fixedCustomers]).toEqual(['Olive Owner', true, 0]);
    expect(
      items.map(({ kind, subjectId, hours, ownerId }) => [kind, subjectId, hours, ownerId]),
    ).toEqual([
      ['customer', 1, expect.closeTo(0.1), null],
      ['customer', 2, expect.closeTo(1.1), null],
      ['task', 3, expect.closeTo(1 / 3), ben.id],
      ['call', 1, 1, null],
    ]);
  });

  it('are kept apart when two users have one name, who are distinguished by email', async () => {
    await insertInstitution(test.database, { institution_id: 6, name: 'Customer 6' });
    const other = await insertDealOwner(test.database, 'Olive Owner', [6]);
    await addTask(ben.id, 1);
    await addTask(ben.id, 6);
    const customersOf = async ({ id }: TestPerson) =>
      (await work(`person=${id}`)).items.map(({ subjectId }) => subjectId);
    expect([await customersOf(olive), await customersOf(other)]).toEqual([[1, 2], [6]]);
    const tasks = (await work(`person=${ben.id}`)).items.filter(({ kind }) => kind === 'task');
    expect(tasks.map(({ ownerId }) => ownerId)).toEqual([olive.id, other.id]);
    const { rows } = await team();
    expect(rows.map(({ person, customers }) => [person.id, customers])).toEqual(
      expect.arrayContaining([
        [olive.id, 2],
        [other.id, 1],
      ]),
    );
    expect(
      (
        await move([{ kind: 'customer', institutionId: 6, toId: olive.id }], {
          source: { kind: 'person', userId: other.id },
        })
      ).json(),
    ).toEqual({
      moved: 1,
      kept: 0,
    });
    later();
    const names = await owners();
    expect([names[1], names[6]]).toEqual([
      `Olive Owner (${olive.id.slice(0, 8)}@example.com)`,
      `Olive Owner (${olive.id.slice(0, 8)}@example.com)`,
    ]);
  });

  it('without an owner are the customers with a deal', async () => {
    const { items, fixedCustomers, person } = await work('owner=Unassigned');
    expect([person, items.map(({ subjectId }) => subjectId), fixedCustomers]).toEqual([
      null,
      [4],
      1,
    ]);
  });

  it('are refused without a person, for two persons, and for an unknown one', async () => {
    for (const query of ['', `?person=${olive.id}&owner=x`])
      expect((await ask(`${getReassignable.path}${query}`)).statusCode).toBe(422);
    expect((await ask(`${getReassignable.path}?person=${randomUUID()}`)).statusCode).toBe(404);
  });
});

describe('a reassignment', () => {
  it('moves everything as previewed, is recorded and audited, and can be undone', async () => {
    const taskId = await addTask(olive.id);
    await addCall(olive.id, 1);
    await assignCase(2, olive.id);
    const moves = await allTo(kim.id);
    const [before, kimBefore] = [(await needed(olive)) ?? 0, (await needed(kim)) ?? 0];
    const reassignmentId = randomUUID();
    expect((await move(moves, { reassignmentId })).json()).toEqual({
      moved: moves.length,
      kept: 0,
    });
    expect(await owners()).toMatchObject({ 1: 'Kim New', 2: 'Kim New', 3: 'Ben Ode' });
    expect(await needed(olive)).toBeCloseTo(0);
    expect(await needed(kim)).toBeCloseTo(kimBefore + before);
    expect(await headlines(1)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('to Kim New'),
        'Action item “Ask”: assigned to Kim New',
        expect.stringContaining('Kim New'),
      ]),
    );
    const audit = await database()
      .selectFrom('audit_log')
      .select(['action', 'object_id'])
      .execute();
    expect(audit).toEqual([{ action: 'work.reassign', object_id: reassignmentId }]);

    later();
    expect((await undo(reassignmentId)).json()).toEqual({ undone: moves.length, kept: 0 });
    expect((await undo(reassignmentId)).json()).toEqual({ undone: moves.length, kept: 0 });
    expect(await owners()).toMatchObject({ 1: 'Olive Owner', 2: 'Olive Owner' });
    expect(await needed(olive)).toBeCloseTo(before);
    expect(
      await database()
        .selectFrom('task')
        .select('assignee_id')
        .where('task_id', '=', taskId)
        .execute(),
    ).toEqual([{ assignee_id: olive.id }]);
  });

  it('keeps the deals’ modification times, and moves other open deals of the same owner', async () => {
    await sql`insert into crm_deal (institution_id, deal_id, name, pipeline, stage, owner_id, closed, updated_at)
      select 1, n, 'Old', 'Renewals', 'x', owner_id, n = 902, '2020-01-01'::timestamptz - n * interval '1 day'
      from crm_deal d, generate_series(901, 902) n where d.institution_id = 1`.execute(database());
    const dates = () =>
      database()
        .selectFrom('crm_deal')
        .select(['deal_id', 'updated_at'])
        .orderBy('deal_id')
        .execute();
    const before = await dates();
    expect((await move([{ kind: 'customer', institutionId: 1, toId: kim.id }])).statusCode).toBe(
      200,
    );
    expect(await dates()).toEqual(before);
    const { rows } = await sql<{ name: string; deals: number }>`
      select o.name, count(*)::integer as deals from crm_deal join crm_owner o using (owner_id) where institution_id = 1 group by 1 order by 1`.execute(
      database(),
    );
    expect(rows).toEqual([
      { name: 'Kim New', deals: 2 },
      { name: 'Olive Owner', deals: 1 },
    ]);
  });

  it('is applied once when repeated, and refuses other content under the same id', async () => {
    await addTask(olive.id);
    const moves = await allTo(kim.id);
    const reassignmentId = randomUUID();
    const both = await Promise.all([
      move(moves, { reassignmentId }),
      move(moves, { reassignmentId }),
    ]);
    for (const each of both) expect(each.json()).toEqual({ moved: 3, kept: 0 });
    expect((await move(moves.slice(1), { reassignmentId })).statusCode).toBe(409);
    expect(await database().selectFrom('audit_log').select('action').execute()).toHaveLength(1);
  });

  it('is made by the first of two concurrent admins, and the other one is informed', async () => {
    await addTask(olive.id);
    const [toKim, toBen] = [await allTo(kim.id), await allTo(ben.id)];
    const both = await Promise.all([
      move(toKim),
      move(toBen, { cookie: await test.signIn('admin') }),
    ]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const now = await owners();
    expect(now[1]).toBe(now[2]);
  });

  it('skips items that have changed since, and its undo skips items changed after it', async () => {
    const [first, second] = [await addTask(olive.id, 1), await addTask(olive.id, 2)];
    const moves = (await allTo(kim.id)).filter(({ kind }) => kind === 'task');
    const touch = (taskId: string) =>
      database()
        .updateTable('task')
        .set((of) => ({ version: of('version', '+', 1) }))
        .where('task_id', '=', taskId)
        .execute();
    await touch(first);
    const reassignmentId = randomUUID();
    expect((await move(moves, { reassignmentId })).json()).toEqual({ moved: 1, kept: 1 });
    await touch(second);
    expect((await undo(reassignmentId)).statusCode).toBe(409);
  });

  it('refuses the current assignee, disabled users and users without hours, and requires an admin', async () => {
    await addTask(olive.id);
    const moves = await allTo(kim.id);
    expect((await move(moves, { cookie: await test.signIn('member') })).statusCode).toBe(403);
    expect((await move(await allTo(olive.id))).statusCode).toBe(422);
    const span = { from_on: '2026-11-17', until_on: '2026-12-01', cover_id: null };
    await database()
      .insertInto('absence')
      .values({
        absence_id: randomUUID(),
        user_id: kim.id,
        made_by: ben.id,
        made_at: new Date(),
        ...span,
      })
      .execute();
    const away = await move(moves);
    expect([away.statusCode, away.body]).toEqual([
      409,
      'Kim New has no free hours in the next seven days. Choose someone else.',
    ]);
    await database().deleteFrom('absence').execute();
    await disable(kim);
    expect((await move(moves)).statusCode).toBe(409);
    expect(
      (await move([{ kind: 'customer', institutionId: 1, toId: randomUUID() }])).statusCode,
    ).toBe(409);
    expect(await owners()).toMatchObject({ 1: 'Olive Owner' });
    const [only] = moves;
    expect((await move(only === undefined ? [] : [only, only])).statusCode).toBe(422);
    expect((await move([])).statusCode).toBe(422);
  });

  it('does not take a customer from a person who no longer owns it', async () => {
    const moves = await allTo(kim.id);
    await sql`update crm_deal set owner_id = (select owner_id from crm_owner where name = 'Ben Ode')`.execute(
      database(),
    );
    expect((await move(moves)).statusCode).toBe(409);
    expect((await move([{ kind: 'customer', institutionId: 99, toId: kim.id }])).statusCode).toBe(
      409,
    );
  });

  it('can be undone by the user who made it, within a day', async () => {
    const reassignmentId = randomUUID();
    await move(await allTo(kim.id), { reassignmentId });
    await sql`update reassignment set made_at = made_at - interval '25 hours'`.execute(database());
    expect((await undo(reassignmentId)).statusCode).toBe(409);
    await sql`update reassignment set made_by = ${ben.id}`.execute(database());
    expect((await undo(reassignmentId)).statusCode).toBe(403);
    expect((await undo(randomUUID())).statusCode).toBe(404);
  });
});

it('the work of a disabled user is reported as a gap until it is reassigned', async () => {
  await addTask(olive.id);
  await addCall(olive.id, 3);
  await disable(olive);
  await sql`update crm_owner set archived = true where name = 'Olive Owner'`.execute(database());
  expect(await team()).toMatchObject({ unknownOwners: [] });
  expect((await team()).leavers).toMatchObject([
    { person: { name: 'Olive Owner' }, customers: 2, openTasks: 1, riskCases: 0, openCalls: 1 },
  ]);
  expect((await move(await allTo(ben.id))).json()).toEqual({ moved: 4, kept: 0 });
  expect(await team()).toMatchObject({ leavers: [], unknownOwners: [] });
});

it('customers without an owner can be given one', async () => {
  const moves = await allTo(ben.id, 'owner=Unassigned');
  const reassignmentId = randomUUID();
  expect(
    (await move(moves, { reassignmentId, source: { kind: 'owner', ownerName: 'Unassigned' } }))
      .statusCode,
  ).toBe(200);
  expect(await owners()).toMatchObject({ 4: 'Ben Ode', 5: 'Unassigned' });
  later();
  await undo(reassignmentId);
  expect(await owners()).toMatchObject({ 4: 'Unassigned' });
});

describe('work on prospects', () => {
  const addProspectWork = async () => {
    for (const id of [1, 2, 3]) await insertProspect(test.database, { prospect_id: id });
    await sql`insert into prospect_work (prospect_id, stage, stage_since, owner_id, lost_reason, version)
      values (1, 'Demo', now(), ${olive.id}, null, 4), (2, 'Lost', now(), ${olive.id}, 'Price', 1), (3, 'New', now(), ${ben.id}, null, 1)`.execute(
      database(),
    );
    await sql`insert into prospect_task (prospect_id, task_id, title, assignee_id, version, created_by, created_at, updated_by, updated_at)
      values (3, gen_random_uuid(), 'Call them', ${olive.id}, 2, ${olive.id}, now(), ${olive.id}, now())`.execute(
      database(),
    );
  };
  const state = async () => {
    const { rows } = await sql`
      select owner_id as owner, version, (select assignee_id from prospect_task) as assignee from prospect_work where prospect_id = 1`.execute(
      database(),
    );
    return rows[0];
  };

  it('of a disabled user is counted, reassigned and given back', async () => {
    await addProspectWork();
    expect(await needed(olive)).toBeCloseTo(0.2 + 1 / 3);
    await disable(olive);
    expect((await team()).leavers).toMatchObject([
      { person: { id: olive.id }, prospects: 1, prospectTasks: 1, openTasks: 0 },
    ]);
    const moves = (await allTo(kim.id)).filter((each) => 'prospectId' in each);
    expect(moves.map(({ kind }) => kind)).toEqual(['prospect', 'prospectTask']);
    const reassignmentId = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => move(moves, { reassignmentId })));
    expect(answers.map((answer) => answer.json())).toEqual(
      answers.map(() => ({ moved: 2, kept: 0 })),
    );
    expect(await state()).toEqual({ owner: kim.id, version: 5, assignee: kim.id });
    expect((await team()).leavers).toMatchObject([{ prospects: 0, prospectTasks: 0 }]);
    const undone = await Promise.all([1, 2, 3].map(() => undo(reassignmentId)));
    expect(undone.map((answer) => answer.json())).toEqual(
      undone.map(() => ({ undone: 2, kept: 0 })),
    );
    expect(await state()).toEqual({ owner: olive.id, version: 6, assignee: olive.id });
    const { rows } = await sql`select from prospect_change where prospect_id = 1`.execute(
      database(),
    );
    expect(rows).toHaveLength(2);
  });

  it('keeps what changed before the reassignment or since', async () => {
    await addProspectWork();
    const moves = (await allTo(kim.id)).filter((each) => 'prospectId' in each);
    // The version after another change equals the version that the reassignment would have made.
    await sql`update prospect_task set version = 3, assignee_id = ${kim.id}`.execute(database());
    const reassignmentId = randomUUID();
    expect((await move(moves, { reassignmentId })).json()).toEqual({ moved: 1, kept: 1 });
    await sql`update prospect_work set version = 6 where prospect_id = 1`.execute(database());
    expect((await undo(reassignmentId)).statusCode).toBe(409);
    expect(await state()).toEqual({ owner: kim.id, version: 6, assignee: kim.id });
  });
});
