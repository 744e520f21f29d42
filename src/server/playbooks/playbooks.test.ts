import { randomUUID } from 'node:crypto';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CrmUnavailable } from '#server/core/providers/crm.ts';
import { invalidatePracticeList } from '#server/institutions/queries.ts';
import { advanceOnboardingCases } from '#server/onboarding/refresh.ts';
import { postAlertTrial } from '#shared/alerts/alerts.ts';
import { postOnboardingChange } from '#shared/onboarding/onboarding.ts';
import {
  getPlaybooks,
  getPlaybookVersions,
  type PlaybookFields,
  postPlaybookPath,
} from '#shared/playbooks/playbooks.ts';
import { getPlaybookRun, getPlaybookRuns, type ListedRun } from '#shared/playbooks/runs.ts';
import { getTimeline } from '#shared/timeline/timeline.ts';
import { getTasks, type Task } from '#shared/work/tasks.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution, insertNotice } from '#test/factories.ts';
import {
  insertAlertFirings,
  insertAlertRule,
  insertDealOwner,
  type TestPerson,
} from '#test/playbook-records.ts';
import {
  createBranchStep,
  createCheckpointStep,
  createIdFromWord,
  createPlaybookFields,
  createTaskStep,
  createWaitStep,
} from '#test/playbook-steps.ts';
import { createScoreWeekRow, insertOfficialWeeks } from '#test/score-week.ts';
import { advancePlaybooks } from './runs/tick.ts';

// Today is Wednesday, 2026-11-18.
let test: TestApp;
let admin: string;
let member: string;
let olive: TestPerson;
let fay: TestPerson;
const playbookId = randomUUID();
const ruleId = createIdFromWord('rule');

beforeEach(async () => {
  test = await buildTestApp();
  admin = await test.signIn('admin');
  member = await test.signIn('member');
  const { database } = test;
  for (const id of [1, 2, 3])
    await insertInstitution(database, { institution_id: id, name: `Customer ${id}` });
  olive = await insertDealOwner(database, 'Olive Owner', [1, 2]);
  fay = await insertDealOwner(database, 'Fay Fallback', []);
});
afterEach(() => test.close());

const ask = (options: InjectOptions, cookie = member): Promise<LightMyRequestResponse> =>
  test.inject({ ...options, headers: { cookie } });
const post = (url: string, payload: object, cookie?: string) =>
  ask({ method: 'POST', url, payload }, cookie);
const save = (
  part: Partial<PlaybookFields> = {},
  { version = 0, isOn = true, cookie = admin } = {},
) =>
  post(
    `/api/playbooks/${playbookId}`,
    { version, isOn, fields: createPlaybookFields(fay.id, part) },
    cookie,
  );
const start = (institutionIds: number[], startId: string = randomUUID()) =>
  post(`/api/playbooks/${playbookId}/start`, { startId, institutionIds });
const tick = () => advancePlaybooks(test.dependencies);
/** Sets the clock to another day and signs the users in again. */
async function on(day: string): Promise<void> {
  test.setClock(new Date(`${day}T18:00:00Z`));
  member = await test.signIn('member');
}

async function runs(): Promise<ListedRun[]> {
  const { rows } = getPlaybookRuns.response.parse(
    (await ask({ url: getPlaybookRuns.path })).json(),
  );
  return rows.toSorted((one, other) => one.institutionId - other.institutionId);
}
async function only(): Promise<ListedRun> {
  const [run, ...others] = await runs();
  if (run === undefined || others.length > 0) throw new Error('not one run');
  return run;
}
const detail = async ({ runId }: Pick<ListedRun, 'runId'>) =>
  getPlaybookRun.response.parse((await ask({ url: `/api/playbooks/runs/${runId}` })).json());
async function tasks(state: 'open' | 'closed' = 'open'): Promise<Task[]> {
  return getTasks.response.parse((await ask({ url: `${getTasks.path}?state=${state}` })).json())
    .rows;
}
async function finish(task: Task | undefined, status: 'done' | 'dropped' = 'done'): Promise<void> {
  if (task === undefined) throw new Error('no such task');
  const url = `/api/institution/${task.institutionId}/tasks/${task.taskId}`;
  expect(
    (await ask({ method: 'PATCH', url, payload: { version: task.version, status } })).statusCode,
  ).toBe(200);
}
/** Advances the clock beyond the second for which the customer list is cached. */
async function later(): Promise<void> {
  await invalidatePracticeList(test.database.foreground);
  test.setClock(new Date(test.dependencies.clock().getTime() + 2_000));
}
async function rename(id: number, name: string): Promise<void> {
  await test.database.foreground
    .updateTable('institution')
    .set({ name })
    .where('institution_id', '=', id)
    .execute();
  await later();
}
const headlines = async (id: number): Promise<string[]> =>
  (await ask({ url: getTimeline.path.replace(':id', String(id)) }))
    .json()
    .rows.map((row: { headline: string }) => row.headline);

it('is saved by admins in versions, once per request, and refuses changes of an older version', async () => {
  expect((await save({}, { cookie: await test.signIn('member') })).statusCode).toBe(403);
  expect((await save()).json()).toEqual({ version: 1 });
  expect((await save()).json()).toEqual({ version: 1 });
  expect((await save({ name: 'Other' })).statusCode).toBe(409);
  expect((await save({ againDays: 7 }, { version: 1 })).json()).toEqual({ version: 2 });
  const [playbook] = getPlaybooks.response.parse(
    (await ask({ url: getPlaybooks.path })).json(),
  ).rows;
  expect(playbook).toMatchObject({
    version: 2,
    isOn: true,
    matching: 3,
    active: 0,
    changedBy: 'Avery Admin',
    problems: [],
  });
  const url = getPlaybookVersions.path.replace(':playbookId', playbookId);
  const { rows } = getPlaybookVersions.response.parse((await ask({ url })).json());
  expect(rows.map(({ version, fields }) => [version, fields.againDays])).toEqual([
    [2, 7],
    [1, 30],
  ]);
  const another = await post(
    `/api/playbooks/${randomUUID()}`,
    { version: 0, isOn: false, fields: createPlaybookFields(fay.id, { name: 'RESCUE' }) },
    admin,
  );
  expect([another.statusCode, another.body]).toEqual([
    409,
    'Another playbook is called “RESCUE”. Choose a different name.',
  ]);
  const audit = await test.database.foreground
    .selectFrom('audit_log')
    .select('action')
    .where('action', 'like', 'playbook%')
    .execute();
  expect(audit).toHaveLength(2);
});

it('accepts the first of two concurrent saves of one name or playbook, and reports the conflict to the other', async () => {
  const named = (id: string) =>
    post(
      `/api/playbooks/${id}`,
      { version: 0, isOn: false, fields: createPlaybookFields(fay.id) },
      admin,
    );
  const names = await Promise.all([named(randomUUID()), named(randomUUID())]);
  expect(names.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  const saves = await Promise.all([save({ name: 'One' }), save({ name: 'Other' })]);
  expect(saves.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
});

it('refuses cyclic steps, assignees who cannot have work and unreadable conditions, and names the field', async () => {
  const refused = async (part: Partial<PlaybookFields>) => {
    const { statusCode, body } = await save(part);
    expect(statusCode).toBe(422);
    return body;
  };
  expect(
    await refused({
      steps: [createTaskStep('Call'), createBranchStep('Back', { next: createIdFromWord('Call') })],
    }),
  ).toContain('fields.steps.1.next: “2. Branch” goes back to “1. Call”');
  expect(await refused({ steps: [] })).toContain('must have at least one step');
  expect(await refused({ fallbackId: randomUUID() })).toContain(
    'fields.fallbackId: this user doesn’t exist or is disabled',
  );
  expect(
    await refused({ steps: [createTaskStep('Call', { assigneeId: randomUUID() })] }),
  ).toContain('the assignee of “1. Call” doesn’t exist or is disabled');
  expect(await refused({ exit: 'f.weather=sun' })).toContain(
    'fields.exit: A filter uses the column “weather”',
  );
  expect(await refused({ steps: [createBranchStep('If', { conditions: 'sort=city' })] })).toContain(
    'must have at least one condition',
  );
  expect(await refused({ ruleId })).toContain('fields.ruleId: this alert rule no longer exists');
  expect(await refused({ name: 'a\u0000b' })).toContain('name');
});

it('stops for a customer that gives notice, and starts none, unless it is for leaving customers', async () => {
  const steps = [createTaskStep('Call')];
  await save({ steps });
  await start([1, 2]);
  const forLeaving = randomUUID();
  const fields = createPlaybookFields(fay.id, { name: 'Offboarding', steps });
  await post(
    `/api/playbooks/${forLeaving}`,
    { version: 0, isOn: true, fields: { ...fields, conditions: 'f.leavesOn=~filled' } },
    admin,
  );
  await insertNotice(test.database, { institution_id: 1, noticed_on: '2026-10-18' });
  await later();
  const started = await post(`/api/playbooks/${forLeaving}/start`, {
    ...{ startId: randomUUID(), institutionIds: [1] },
  });
  expect(started.json()).toEqual({ started: [1], leftOut: [] });
  await tick();
  expect(
    (await runs()).map(({ institutionId, playbookName, state, endReason }) => [
      ...[institutionId, playbookName, state, endReason],
    ]),
  ).toEqual(
    expect.arrayContaining([
      [1, 'Rescue', 'exited', 'Gave notice on Oct 18, 2026'],
      [1, 'Offboarding', 'active', null],
      [2, 'Rescue', 'active', null],
    ]),
  );
  expect((await start([1])).json()).toEqual({
    started: [],
    leftOut: [{ institutionId: 1, why: 'leaving' }],
  });
});

it('refuses new steps by which a path of a branch runs into the other one, but keeps stored ones', async () => {
  const steps = [
    createBranchStep('Better', { otherwise: createIdFromWord('Write') }),
    createTaskStep('Train'),
    createTaskStep('Write'),
  ];
  const refused = await save({ steps });
  expect(refused.statusCode).toBe(422);
  expect(refused.body).toContain('fields.steps.1.next: The Yes path of “1. Branch” runs into');
  await save();
  const { foreground } = test.database;
  const told = JSON.stringify(createPlaybookFields(fay.id, { steps }));
  await foreground.updateTable('playbook_version').set({ told }).execute();
  expect((await save({ steps }, { version: 1, isOn: false })).json()).toEqual({ version: 2 });
});

it('is started manually once per customer, and reports who was left out and why', async () => {
  await save({ conditions: 'f.institutionName=Customer' });
  await rename(3, 'Someone else');
  const startId = randomUUID();
  const first = (await start([1, 2, 3, 99], startId)).json();
  expect(first).toEqual({
    started: [1, 2],
    leftOut: [
      { institutionId: 3, why: 'unfit' },
      { institutionId: 99, why: 'gone' },
    ],
  });
  expect((await start([1, 2, 3, 99], startId)).json()).toEqual(first);
  expect((await start([1])).json()).toEqual({
    started: [],
    leftOut: [{ institutionId: 1, why: 'active' }],
  });
  expect(await tasks()).toHaveLength(2);
  expect(
    (await runs()).map(({ place, steps, stepTitle, personName, until, startedBy }) => [
      place,
      steps,
      stepTitle,
      personName,
      until,
      startedBy,
    ]),
  ).toEqual([
    [1, 1, 'Call', 'Olive Owner', '2026-11-20', expect.stringMatching(/^Morgan Member/)],
    [1, 1, 'Call', 'Olive Owner', '2026-11-20', expect.stringMatching(/^Morgan Member/)],
  ]);
  expect(await headlines(1)).toContain('Playbook “Rescue”: started');
  expect(
    await test.database.foreground
      .selectFrom('audit_log')
      .select('action')
      .where('action', '=', 'playbook.start')
      .execute(),
  ).toHaveLength(1);
});

it('starts and exits by the onboarding state of now, not of the last official week, as do alert rules', async () => {
  const { foreground, background } = test.database;
  for (const id of [1, 2, 3])
    await foreground
      .updateTable('institution')
      .set({ created_on: null, go_live_on: '2026-09-13' })
      .where('institution_id', '=', id)
      .execute();
  await insertOfficialWeeks(foreground, ['2026-11-08']);
  await foreground
    .insertInto('score_version')
    .values(
      [1, 2, 3].map((institution_id) =>
        createScoreWeekRow({ institution_id, week_start: '2026-11-08' }),
      ),
    )
    .execute();
  await advanceOnboardingCases(background, '2026-11-18');
  const conditions = 'f.onboardingState=Not+started';
  expect((await save({ conditions, exit: 'f.onboardingState=Paused' })).body).toContain('version');
  const change = (id: number, action: object) =>
    post(postOnboardingChange.path, {
      changeId: randomUUID(),
      cases: [{ institutionId: id, version: 1 }],
      change: action,
    });
  expect((await change(1, { action: 'pause', reason: 'Moving' })).statusCode).toBe(200);
  expect((await change(2, { action: 'graduate' })).statusCode).toBe(200);
  await later();
  expect((await start([1, 2, 3])).json()).toEqual({
    started: [3],
    leftOut: [1, 2].map((institutionId) => ({ institutionId, why: 'unfit' })),
  });
  expect((await post(postAlertTrial.path, { conditions })).json()).toMatchObject({ matching: 1 });
  await change(3, { action: 'pause', reason: 'Moving' });
  await later();
  await tick();
  expect(await only()).toMatchObject({ institutionId: 3, state: 'exited' });
});

it('does not start while it is off, and continues its active runs', async () => {
  await save();
  await start([1]);
  await save({}, { version: 1, isOn: false });
  expect((await start([2])).body).toBe('This playbook is off. An admin can turn it on.');
  await finish((await tasks())[0]);
  await tick();
  expect(await only()).toMatchObject({ state: 'completed' });
});

it('takes a customer through task, wait, branch and checkpoint in the version it started with', async () => {
  const steps = [
    createTaskStep('Call', { waits: true }),
    createWaitStep('Pause', 3),
    createBranchStep('Better', {
      conditions: 'f.institutionName=better',
      next: 'end',
      otherwise: 'following',
    }),
    createCheckpointStep('Visit'),
    createTaskStep('Thank', { waits: false, assigneeId: fay.id }),
  ];
  await save({ steps });
  await start([1, 2]);
  await save({ steps: [createTaskStep('Other')] }, { version: 1 });
  for (const task of await tasks()) await finish(task);
  await tick();
  expect(
    (await runs()).map(({ place, steps: all, until, personName, version }) => [
      place,
      all,
      until,
      personName,
      version,
    ]),
  ).toEqual([
    [2, 5, '2026-11-21', null, 1],
    [2, 5, '2026-11-21', null, 1],
  ]);
  await on('2026-11-20');
  expect(await tick()).toMatchObject({ moved: 0 });
  await on('2026-11-21');
  await rename(2, 'Feels better');
  await tick();
  const [visited, better] = await runs();
  expect(better).toMatchObject({ state: 'completed', stepTitle: 'Branch', endedOn: '2026-11-21' });
  expect(visited).toMatchObject({
    state: 'active',
    stepTitle: 'Visit',
    until: '2026-11-26',
    personName: 'Olive Owner',
  });
  await tick();
  await finish(
    (await tasks()).find(({ title }) => title === 'Visit'),
    'dropped',
  );
  await tick();
  const [ended] = await runs();
  if (ended === undefined) throw new Error('no run');
  const { steps: taken, ahead } = await detail(ended);
  expect(
    taken.map(({ title, outcome, assignee }) => [title, outcome, assignee?.name ?? null]),
  ).toEqual([
    ['Call', 'done', 'Olive Owner'],
    ['Wait', 'waited', null],
    ['Branch', 'no', null],
    ['Visit', 'dropped', 'Olive Owner'],
    ['Thank', null, 'Fay Fallback'],
  ]);
  expect([ended.state, ahead]).toEqual(['completed', []]);
  // A step that does not wait leaves its task open when the run ends. Closing the task closes the
  // step.
  await finish((await tasks())[0]);
  await tick();
  expect((await detail(ended)).steps.at(-1)).toMatchObject({ title: 'Thank', outcome: 'done' });
  expect(await headlines(1)).toContain('Playbook “Rescue”: completed');
});

it('passes a checkpoint automatically once its conditions match, and closes its task', async () => {
  await save({ steps: [createCheckpointStep('Visit', { until: 'f.institutionName=visited' })] });
  await start([1]);
  await rename(1, 'Was visited');
  await tick();
  expect(await only()).toMatchObject({ state: 'completed' });
  expect(
    (await tasks('closed')).map(({ title, status, assignee }) => [title, status, assignee?.name]),
  ).toEqual([['Visit', 'done', 'Olive Owner']]);
});

it('ends early once the customer matches the exit conditions or is lost, and cancels open tasks', async () => {
  await save({
    exit: 'f.institutionName=saved',
    steps: [createTaskStep('Write', { waits: false }), createCheckpointStep('Visit')],
  });
  await start([1, 2]);
  await rename(1, 'Is saved');
  await test.database.foreground
    .updateTable('institution')
    .set({ churned_on: '2026-11-17' })
    .where('institution_id', '=', 2)
    .execute();
  await later();
  await tick();
  expect((await runs()).map(({ state, endReason }) => [state, endReason])).toEqual([
    ['exited', 'The customer matches the exit conditions'],
    ['exited', 'The customer has left'],
  ]);
  expect(await tasks()).toEqual([]);
  expect((await tasks('closed')).map(({ status }) => status)).toEqual([
    'dropped',
    'dropped',
    'dropped',
    'dropped',
  ]);
});

it('is stopped with a reason, alone or in bulk, once; ended runs stay unchanged', async () => {
  await save();
  await start([1, 2, 3]);
  const ids = (await runs()).map(({ runId }) => runId);
  const stop = (reason: string, runIds: string[]) =>
    post('/api/playbooks/runs/stop', { runIds, reason });
  expect((await stop(' ', ids)).statusCode).toBe(422);
  expect((await stop('Wrong customers', [...ids, ...ids])).statusCode).toBe(422);
  expect((await stop('Wrong customers', [randomUUID()])).statusCode).toBe(404);
  await finish((await tasks()).find(({ institutionId }) => institutionId === 3));
  await tick();
  const answer = { stopped: ids.slice(0, 2), ended: ids.slice(2) };
  expect((await stop('Wrong customers', ids)).json()).toEqual(answer);
  expect((await stop('Wrong customers', ids)).json()).toEqual(answer);
  expect((await runs()).map(({ state, endReason }) => [state, endReason])).toEqual([
    ['stopped', 'Wrong customers'],
    ['stopped', 'Wrong customers'],
    ['completed', null],
  ]);
  expect(await tasks()).toEqual([]);
  expect((await headlines(1)).filter((line) => line === 'Playbook “Rescue”: stopped')).toHaveLength(
    1,
  );
  const audit = await test.database.foreground
    .selectFrom('audit_log')
    .select('detail')
    .where('action', '=', 'playbook.stop')
    .execute();
  expect(audit.map(({ detail }) => detail)).toEqual([
    { runs: 2, reason: 'Wrong customers', playbooks: ['Rescue'] },
  ]);
  expect(await tick()).toMatchObject({ moved: 0 });
});

it('starts for each firing of its rule since it was turned on, except during an active run or its pause', async () => {
  await insertAlertRule(test.database, ruleId, olive.id);
  await insertAlertFirings(test.database, ruleId, '2026-11-17', [3]);
  await save({ ruleId, conditions: 'f.institutionName=Customer', againDays: 20 });
  await rename(2, 'Someone else');
  await insertAlertFirings(test.database, ruleId, '2026-11-18', [1, 2]);
  expect(await tick()).toMatchObject({ started: 1, leftOut: 1 });
  expect(await tick()).toMatchObject({ started: 0, leftOut: 0 });
  expect(await only()).toMatchObject({ institutionId: 1, startedBy: null });
  expect((await headlines(1)).some((line) => line === 'Playbook “Rescue”: started')).toBe(true);
  await insertAlertFirings(test.database, ruleId, '2026-11-19', [1]);
  await on('2026-11-19');
  expect(await tick()).toMatchObject({ started: 0, leftOut: 1 });
  await finish((await tasks())[0]);
  await tick();
  await insertAlertFirings(test.database, ruleId, '2026-12-07', [1]);
  await on('2026-12-07');
  expect(await tick()).toMatchObject({ started: 0, leftOut: 1 });
  await insertAlertFirings(test.database, ruleId, '2026-12-08', [1]);
  await on('2026-12-08');
  expect(await tick()).toMatchObject({ started: 1 });
  const decided = await test.database.foreground
    .selectFrom('playbook_firing')
    .select(['institution_id', 'left_out'])
    .orderBy('fired_on')
    .orderBy('institution_id')
    .execute();
  expect(decided.map(({ institution_id, left_out }) => [institution_id, left_out])).toEqual([
    [1, null],
    [2, 'unfit'],
    [1, 'active'],
    [1, 'recent'],
    [1, null],
  ]);
});

it('reassigns the tasks of a disabled owner to the fallback, with a note', async () => {
  await save({ steps: [createTaskStep('Call'), createTaskStep('Write')] });
  await start([1, 3]);
  expect(
    (await tasks())
      .map(({ institutionId, assignee }) => [institutionId, assignee?.name])
      .toSorted(),
  ).toEqual([
    [1, 'Olive Owner'],
    [3, 'Fay Fallback'],
  ]);
  await test.database.foreground
    .updateTable('app_user')
    .set({ status: 'disabled' })
    .where('user_id', '=', olive.id)
    .execute();
  await test.database.foreground
    .updateTable('crm_owner')
    .set({ archived: true })
    .where('name', '=', 'Olive Owner')
    .execute();
  expect(await tick()).toMatchObject({ givenOn: 1 });
  expect(await tick()).toMatchObject({ givenOn: 0 });
  const [call] = (await tasks()).filter(({ institutionId }) => institutionId === 1);
  expect(call?.assignee?.name).toBe('Fay Fallback');
  await finish(call);
  await tick();
  const [run] = await runs();
  if (run === undefined) throw new Error('no run');
  const { steps } = await detail(run);
  expect(steps.map(({ title, assignee }) => [title, assignee?.name])).toEqual([
    ['Call', 'Fay Fallback'],
    ['Write', 'Fay Fallback'],
  ]);
  expect(steps[0]?.note).toBe('Olive Owner is no longer active: assigned to Fay Fallback.');
  expect(steps[1]?.note).toMatch(/^Olive Owner.* is no longer active: assigned to Fay Fallback\.$/);
});

it('waits while the CRM cannot report owners, and then continues', async () => {
  await save({ steps: [createTaskStep('Call'), createTaskStep('Write')] });
  await start([1]);
  await finish((await tasks())[0]);
  const dealOwners = () => Promise.reject(new CrmUnavailable('The CRM is down'));
  const waiting = await advancePlaybooks({
    ...test.dependencies,
    crm: { ...test.dependencies.crm, dealOwners },
  });
  expect(waiting).toMatchObject({ moved: 0, waits: expect.stringContaining('CRM') });
  expect(await tick()).toMatchObject({ moved: 1 });
  expect((await tasks()).map(({ title, assignee }) => [title, assignee?.name])).toEqual([
    ['Write', 'Olive Owner'],
  ]);
});

it('counts the share of runs whose customer scores higher at the end', async () => {
  const week = '2026-11-08';
  await insertOfficialWeeks(test.database.foreground, [week]);
  const scores = [40, 60, null];
  await test.database.foreground
    .insertInto('score_version')
    .values(
      scores.map((adoption_score, at) =>
        createScoreWeekRow({ institution_id: at + 1, week_start: week, adoption_score }),
      ),
    )
    .execute();
  await save();
  await start([1, 2, 3]);
  await test.database.foreground
    .updateTable('playbook_run')
    .set({ start_score: 38.2 })
    .where('institution_id', '=', 1)
    .execute();
  await test.database.foreground
    .updateTable('playbook_run')
    .set({ start_score: 57 })
    .where('institution_id', '=', 2)
    .execute();
  for (const task of await tasks()) await finish(task);
  await tick();
  expect((await runs()).map(({ hasImproved }) => hasImproved)).toEqual([false, true, null]);
  const [playbook] = getPlaybooks.response.parse(
    (await ask({ url: getPlaybooks.path })).json(),
  ).rows;
  expect(playbook).toMatchObject({ completed: 3, judged: 2, improved: 1 });
});

it('simulates the customers it would have started for, and warns when there are many', async () => {
  const weeks = ['2026-10-18', '2026-10-25', '2026-11-01', '2026-11-08'];
  await insertOfficialWeeks(test.database.foreground, weeks);
  const tiers = {
    1: ['Healthy', 'Critical', 'Healthy', 'Critical'],
    2: ['Critical', 'Critical', 'Critical', 'Critical'],
  } as const;
  await test.database.foreground
    .insertInto('score_version')
    .values(
      Object.entries(tiers).flatMap(([id, of]) =>
        of.map((health_tier, at) =>
          createScoreWeekRow({
            institution_id: Number(id),
            week_start: weeks[at] ?? '',
            health_tier,
          }),
        ),
      ),
    )
    .execute();
  await insertAlertRule(test.database, ruleId, olive.id);
  const trial = async (part: object) =>
    (
      await post(
        '/api/playbooks/trial',
        { ruleId, conditions: '', againDays: 0, ...part },
        undefined,
      )
    ).json();
  expect(await trial({})).toMatchObject({
    runs: 3,
    started: 2,
    all: 3,
    isBroad: true,
    withoutPast: [],
    customers: [
      { institutionId: 1, institutionName: 'Customer 1', times: 2, lastWeek: '2026-11-08' },
      { institutionId: 2, times: 1, lastWeek: '2026-10-18' },
    ],
  });
  expect((await trial({})).weeks.slice(-4)).toEqual(
    weeks.map((weekStart, at) => ({ weekStart, runs: [1, 1, 0, 1][at] })),
  );
  expect(await trial({ againDays: 21 })).toMatchObject({ runs: 2 });
  expect(await trial({ conditions: 'f.city=Nowhere' })).toMatchObject({
    runs: 0,
    isBroad: false,
    withoutPast: ['City'],
  });
  expect(await trial({ ruleId: null, conditions: 'f.healthTier=Critical' })).toMatchObject({
    runs: 3,
  });
  const path = {
    ...{ ruleId: null, conditions: 'f.healthTier=Critical', againDays: 0, exit: '' },
    steps: [
      createTaskStep('Call', { due: { days: 2, unit: 'calendar' } }),
      createWaitStep('Rest', 7),
      createBranchStep('Still', {
        conditions: 'f.healthTier=Healthy',
        otherwise: createIdFromWord('Train'),
      }),
      createTaskStep('Thank', { next: 'end' }),
      createTaskStep('Train', { waits: false }),
    ],
  };
  const followed = postPlaybookPath.response.parse(
    (await post(postPlaybookPath.path, { ...path, institutionId: 2 })).json(),
  );
  expect(followed).toMatchObject({
    ...{ customer: { institutionId: 2 }, startedOn: '2026-10-25', isPastStart: true },
    end: { on: '2026-11-03', state: 'completed' },
  });
  expect(followed.path.map(({ stepId, on, outcome }) => [stepId, on, outcome])).toEqual([
    [createIdFromWord('Call'), '2026-10-25', 'done'],
    [createIdFromWord('Rest'), '2026-10-27', 'waited'],
    [createIdFromWord('Still'), '2026-11-03', 'no'],
    [createIdFromWord('Train'), '2026-11-03', null],
  ]);
  expect(
    (await post(postPlaybookPath.path, { ...path, institutionId: null })).json(),
  ).toMatchObject({
    customer: { institutionId: 1 },
    startedOn: '2026-11-15',
  });
  expect(
    (await post('/api/playbooks/trial', { ruleId: randomUUID(), conditions: '', againDays: 0 }))
      .statusCode,
  ).toBe(422);
  expect(await runs()).toEqual([]);
});

it('is exported as the list shows it, safe against formulas', async () => {
  await save({ name: '=1+1' });
  await start([1]);
  const csv = await ask({ url: '/api/playbooks/runs/export?f.state=Active' });
  expect(csv.headers['content-disposition']).toContain('playbook-runs-2026-11-18.csv');
  expect(csv.body).toContain("Customer 1,'=1+1,Active,1 of 1: Call");
});
