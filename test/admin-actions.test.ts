import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSession } from '#server/auth/session.ts';
import { allJobSchedules } from '#server/rooms.ts';
import { patternKeys } from '#shared/churn/patterns/pattern-names.ts';
import type { JobRun } from '#shared/core/jobs/job-runs.ts';
import { defaultHealthRules } from '#shared/core/scoring-rules.ts';
import { defaultPolicies } from '#shared/slas/policies.ts';
import { createDefaultWorkingTime } from '#shared/work/working-time-rules.ts';
import { buildTestApp, type TestApp } from './app.ts';
import { createWorldInstitution, insertWorld } from './health-world.ts';
import { insertDealOwner } from './playbook-records.ts';
import { createPlaybookFields } from './playbook-steps.ts';

const at = '2026-11-18T18:00:00.000Z';
const [schedule] = allJobSchedules;
const run: JobRun = {
  ...{
    jobRunId: randomUUID(),
    job: 'usage.refresh',
    title: 'Usage',
    schedule: null,
    scheduledFor: at,
    state: 'queued',
    attempt: 1,
  },
  ...{
    range: null,
    progress: null,
    result: null,
    resultText: null,
    error: null,
    startedAt: null,
    finishedAt: null,
  },
};
const trouble = { kind: 'jumped', by: 90_000_000, now: new Date(at) } as const;

let test: TestApp;
let admin: string;
let member: string;
beforeAll(async () => {
  const known = schedule === undefined ? [] : [{ name: schedule.job, schedules: [schedule] }];
  test = await buildTestApp({
    dependencies: {
      jobs: {
        known,
        runNow: async () => run,
        recentRuns: async () => [run],
        stop: async () => undefined,
      },
      clockGuard: {
        trouble,
        check: async () => trouble,
        confirm: async () => ({ jobRuns: 0, sessions: 0, schedules: 0 }),
      },
    },
  });
  admin = await test.signIn('admin');
  member = await test.signIn('member');
});
afterAll(() => test.close());

interface Action {
  params?: Record<string, string>;
  body?: object;
}

const somebody = async () => ({
  userId: (await insertDealOwner(test.database, `Person ${randomUUID()}`, [])).id,
});
const pathOf = (url: string, params: Record<string, string> = {}) =>
  url.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '1');
const send = (method: string, url: string, { params, body = {} }: Action, cookie = admin) => {
  if (
    method !== 'GET' &&
    method !== 'POST' &&
    method !== 'PATCH' &&
    method !== 'PUT' &&
    method !== 'DELETE'
  )
    throw new Error(method);
  return test.inject({
    method,
    url: pathOf(url, params),
    headers: { cookie },
    ...(method === 'GET' ? {} : { payload: body }),
  });
};

async function madeKey(): Promise<Action> {
  const apiKeyId = randomUUID();
  await send('POST', '/api/imports/api-keys', {
    body: { apiKeyId, name: 'To be revoked', scopes: ['usage'] },
  });
  return { params: { apiKeyId } };
}

async function madeLink(): Promise<Action> {
  await insertWorld(test.database.background, {
    institutions: [createWorldInstitution(7, [], {})],
  });
  const linkId = randomUUID();
  await send('POST', '/api/institution/7/insights/links', {
    body: { linkId, label: 'Dr. Lee', days: 30 },
  });
  return { body: { links: [{ institutionId: 7, linkId }], keeps: false } };
}

async function personWithSession(): Promise<Action> {
  const params = await somebody();
  await createSession(test.dependencies, params.userId);
  return { params, body: { sessionId: null } };
}

async function finishedTrial(): Promise<Action> {
  const trialId = randomUUID();
  await send('POST', '/api/scoring/trials', { body: { trialId, rules: defaultHealthRules } });
  await test.database.foreground
    .updateTable('rules_trial')
    .set({ result: '{}' })
    .where('trial_id', '=', trialId)
    .execute();
  return { body: { trialId, note: 'As before' } };
}

async function pausedSchedule(): Promise<Action> {
  const key = schedule?.key ?? '';
  await test.database.foreground
    .insertInto('job_schedule')
    .values({ schedule: key, decided_until: new Date(at) })
    .execute();
  return { params: { key }, body: { isPaused: true } };
}

const alertRule = {
  ...{
    name: 'Low score',
    kind: 'risk',
    conditions: 'f.adoptionScore=..50',
    priority: 'high',
    dueDays: 2,
    minutes: 20,
    isOn: false,
  },
};

async function turnedOnRule(): Promise<string> {
  const ruleId = randomUUID();
  await send('POST', '/api/alerts/rules/:ruleId', {
    params: { ruleId },
    body: {
      version: 0,
      rule: { ...alertRule, name: ruleId, isOn: true },
      ...{ includesPresent: false, acceptsBroad: true },
    },
  });
  return ruleId;
}

/** Actions that require an admin, each with a request that changes something. */
const actions: Record<string, () => Action | Promise<Action>> = {
  'POST /api/admin/accounts': () => ({
    body: { email: 'kim@chairside.example', name: 'Kim', role: 'member' },
  }),
  'POST /api/admin/accounts/:userId/role': async () => ({
    params: await somebody(),
    body: { role: 'admin' },
  }),
  'POST /api/admin/accounts/:userId/sessions/end': personWithSession,
  'POST /api/admin/accounts/:userId/state': async () => ({
    params: await somebody(),
    body: { state: 'disabled' },
  }),
  'POST /api/alerts/rules/:ruleId': () => ({
    params: { ruleId: randomUUID() },
    body: { version: 0, rule: alertRule, includesPresent: false, acceptsBroad: false },
  }),
  'POST /api/alerts/rules/:ruleId/run': async () => ({ params: { ruleId: await turnedOnRule() } }),
  'POST /api/alerts/rules/:ruleId/undo': async () => ({
    params: { ruleId: await turnedOnRule() },
    body: { version: 1 },
  }),
  'POST /api/imports/api-keys': () => ({
    body: { apiKeyId: randomUUID(), name: 'Feed', scopes: ['usage'] },
  }),
  'POST /api/imports/api-keys/:apiKeyId/revoke': madeKey,
  'POST /api/churn/pattern-mutes': () => ({
    body: { pattern: patternKeys[0], isMuted: true, reason: 'Too loud' },
  }),
  'POST /api/churn/pipeline-runs': () => ({ body: { step: 'score', day: '2026-11-17' } }),
  'POST /api/core/clock/confirmations': () => ({}),
  'POST /api/insights/links/decisions': madeLink,
  'POST /api/admin/integrations/:provider/test': () => ({ params: { provider: 'crm' } }),
  'POST /api/jobs/runs': () => ({ body: { job: run.job } }),
  'POST /api/jobs/schedules/:key': pausedSchedule,
  'POST /api/playbooks/:playbookId': async () => ({
    params: { playbookId: randomUUID() },
    body: { version: 0, isOn: true, fields: createPlaybookFields((await somebody()).userId) },
  }),
  'POST /api/scoring/reopenings': () => ({
    body: { reopeningId: randomUUID(), fromWeek: '2026-11-08', reason: 'Late usage' },
  }),
  'POST /api/scoring/rules': finishedTrial,
  'POST /api/scoring/trials': () => ({
    body: { trialId: randomUUID(), rules: { ...defaultHealthRules, mediumFrom: 45 } },
  }),
  'POST /api/slas/policies': () => ({ body: { version: 0, policies: defaultPolicies } }),
  'POST /api/work/working-time': () => ({
    body: { version: 0, settings: createDefaultWorkingTime('America/Chicago') },
  }),
  'POST /api/work/working-time/people/:userId': async () => ({
    params: await somebody(),
    body: { version: 0, week: [null, null, null, { from: 540, until: 720 }, null, null, null] },
  }),
};

const ofAdmins = () =>
  test.app.routeTable.filter(({ method, isForAdmins }) => isForAdmins && method !== 'HEAD');
const called = ({ method, url }: { method: string; url: string }) => `${method} ${url}`;

it('calls for admins refuse members and callers without a session, before anything is read', async () => {
  const answers: [string, number, number][] = [];
  for (const each of ofAdmins()) {
    const asMember = await send(each.method, each.url, {}, member);
    const withoutSession = await send(each.method, each.url, {}, 'sid=none');
    answers.push([called(each), asMember.statusCode, withoutSession.statusCode]);
  }
  expect(answers.length).toBeGreaterThan(Object.keys(actions).length);
  expect(
    answers.filter(([, asMember, withoutSession]) => asMember !== 403 || withoutSession !== 401),
  ).toEqual([]);
});

const audited = () =>
  test.database.foreground
    .selectFrom('audit_log as a')
    .innerJoin('app_user as u', (on) =>
      on.onRef('a.actor', '=', (of) => of.cast('u.user_id', 'text')),
    )
    .select(['a.action', 'u.role'])
    .orderBy('a.position')
    .execute();

/**
 * Matches calls that change nothing that an audit needs: those for an uploaded file before its
 * import starts, and previews.
 */
const changesNothing =
  / \/api\/(imports\/uploads\/:uploadId(\/(columns|plan|action))?|prospects\/score\/preview)$/;

const filesIn = async (folder: string, isWanted: (name: string) => boolean): Promise<string[]> => {
  const names = await readdir(folder, { recursive: true });
  return Promise.all(names.filter(isWanted).map((name) => readFile(join(folder, name), 'utf8')));
};

/**
 * Returns contract names by endpoint, such as 'postModelVersionChoice' for 'POST
 * /api/churn/model-choices'.
 */
async function contractNames(): Promise<ReadonlyMap<string, string>> {
  const contract = /export const (\w+) = endpoint\(\{\s*method: '(\w+)',\s*path: '([^']+)'/g;
  const texts = await filesIn('src/shared', (name) => name.endsWith('.ts'));
  return new Map(
    texts.flatMap((text) =>
      [...text.matchAll(contract)].map(([, name, method, path]) => [
        `${method} ${path}`,
        String(name),
      ]),
    ),
  );
}

it('every action of admins writes one row of the audit log', async () => {
  const named = ofAdmins()
    .filter(({ method }) => method !== 'GET')
    .map(called);
  expect(Object.keys(actions).filter((name) => !named.includes(name))).toEqual([]);
  const wrong: unknown[] = [];
  for (const [name, arrange] of Object.entries(actions)) {
    const [method = '', url = ''] = name.split(' ');
    const action = await arrange();
    const before = (await audited()).length;
    const { statusCode, body } = await send(method, url, action);
    const written = (await audited()).slice(before);
    if (statusCode !== 200 || written.length !== 1 || written[0]?.role !== 'admin')
      wrong.push([name, statusCode, body.slice(0, 200), written]);
  }
  expect(wrong).toEqual([]);
  // Actions that need more preparation have their own tests, which read the audit log.
  const tests = (await filesIn('src/server', (name) => name.endsWith('.test.ts'))).filter((text) =>
    text.includes('audit_log'),
  );
  const contracts = await contractNames();
  const isProven = (name: string) => {
    const address = String(name.split(' ')[1]).replace(/:\w+/g, '\\$\\{[^}]+\\}');
    const calls = new RegExp(`\\b${contracts.get(name)}\\b|['\`]${address}['\`?]`);
    return tests.some((text) => calls.test(text));
  };
  expect(
    named.filter(
      (name) => actions[name] === undefined && !changesNothing.test(name) && !isProven(name),
    ),
    'add a row above',
  ).toEqual([]);
});
