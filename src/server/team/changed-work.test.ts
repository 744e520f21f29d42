import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, it } from 'vitest';
import { exportOnboarding } from '#shared/onboarding/onboarding.ts';
import { exportRisks } from '#shared/risk/list.ts';
import { exportSlaClocks } from '#shared/slas/clocks.ts';
import { exportTeamTasks, exportUntouched } from '#shared/team/rows.ts';
import { getRiskCases } from '#shared/work/cases.ts';
import { getInstitutionWorkSummaries } from '#shared/work/tasks.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution } from '#test/factories.ts';
import { createScoreWeekRow, insertOfficialWeeks } from '#test/score-week.ts';

const now = new Date('2026-11-18T18:00:00Z');
const weeks = ['2026-11-01', '2026-11-08'];
const institutionIds = [1, 2, 3, 4];
const userId = '00000000-0000-4000-8000-000000000001';

let test: TestApp;

beforeAll(async () => {
  test = await buildTestApp({ now });
  const { foreground } = test.database;
  await foreground
    .insertInto('app_user')
    .values({
      user_id: userId,
      issuer: 'test',
      subject: userId,
      email: 'casey@example.com',
      name: 'Casey Nguyen',
      picture: null,
      role: 'member',
      created_at: now,
      last_sign_in_at: now,
    })
    .execute();
  for (const institution_id of institutionIds)
    await insertInstitution(test.database, { institution_id, go_live_on: '2026-09-20' });
  await foreground
    .insertInto('score_version')
    .values(
      weeks.flatMap((week_start) =>
        institutionIds.map((institution_id) =>
          createScoreWeekRow({
            institution_id,
            week_start,
            health_tier: institution_id === 1 ? 'Healthy' : 'Critical',
            adoption_score: institution_id === 1 ? 90 : 30,
            at_risk: institution_id !== 1,
            weeks_at_risk: institution_id === 1 ? 0 : 2,
          }),
        ),
      ),
    )
    .execute();
  await insertOfficialWeeks(foreground, weeks);
  await sql`insert into onboarding_case (institution_id) select institution_id from institution`.execute(
    foreground,
  );
});
afterAll(() => test.close());

const paths = [
  getRiskCases.path,
  getInstitutionWorkSummaries.path,
  exportTeamTasks.path,
  exportUntouched.path,
  `${exportRisks.path}?tab=all`,
  `${exportOnboarding.path}?tab=all`,
  `${exportSlaClocks.path}?days=28`,
];

async function readLists({ inject }: TestApp): Promise<Record<string, string>> {
  const lists: Record<string, string> = {};
  for (const path of paths) {
    const { statusCode, body } = await inject({ method: 'GET', url: path });
    if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${body}`);
    lists[path] = body;
  }
  return lists;
}

/** Change of the work of a customer; `at` is a number of days before today. */
interface Change {
  kind: keyof typeof changes;
  institutionId: number;
  otherId: number;
  id: string;
  at: number;
  isSet: boolean;
}

const dayBefore = (days: number) =>
  sql`${now.toISOString()}::timestamptz - make_interval(days => ${days})`;

/** Statements that change work in every way in which requests, merges and undos change it. */
const changes = {
  addTask: ({ institutionId, id, at, isSet }) => sql`
    insert into task (institution_id, task_id, title, due_on, assignee_id, created_by, created_at, updated_by, updated_at)
    values (${institutionId}, ${id}::uuid, ${`Task ${at}`}, case when ${isSet} then (${dayBefore(at - 30)})::date end,
      case when ${isSet} then ${userId}::uuid end, ${userId}::uuid, ${dayBefore(at)}, ${userId}::uuid, ${dayBefore(at)}) on conflict do nothing`,
  changeTask: ({ institutionId, at, isSet }) => sql`
    update task set due_on = (${dayBefore(at)})::date, status = case when ${isSet} then 'open' else 'done' end,
      closed_at = case when ${isSet} then null else ${dayBefore(0)} end where institution_id = ${institutionId}`,
  snoozeTask: ({ institutionId, at, isSet }) => sql`
    update task set snoozed_until = case when ${isSet} then (${dayBefore(-at - 1)})::date end where institution_id = ${institutionId}`,
  moveTasks: ({ institutionId, otherId }) => sql`
    update task set institution_id = ${otherId} where institution_id = ${institutionId}`,
  removeTasks: ({ institutionId }) => sql`delete from task where institution_id = ${institutionId}`,
  addNote: ({ institutionId, id, at }) => sql`
    insert into note (institution_id, note_id, author_id, body, created_at)
    values (${institutionId}, ${id}::uuid, ${userId}::uuid, 'They called.', ${dayBefore(at)}) on conflict do nothing`,
  removeNotes: ({ institutionId, isSet }) => sql`
    update note set deleted_at = case when ${isSet} then ${dayBefore(0)} end where institution_id = ${institutionId}`,
  snoozeCase: ({ institutionId, at, isSet }) => sql`
    insert into risk_case (institution_id, assignee_id, snoozed_until, snooze_reason, snoozed_by, snoozed_at, snooze_week, snooze_tier, version, updated_by, updated_at)
    values (${institutionId}, ${userId}::uuid, (${dayBefore(-at - 1)})::date, 'Vacation', ${userId}::uuid, ${dayBefore(at)}, ${weeks[0]}::date, 'Medium', 1, ${userId}::uuid, ${dayBefore(at)})
    on conflict (institution_id) do update set snooze_week = case when ${isSet} then ${weeks[1]}::date else ${weeks[0]}::date end, version = risk_case.version + 1`,
  removeCase: ({ institutionId }) =>
    sql`delete from risk_case where institution_id = ${institutionId}`,
  addOutcome: ({ institutionId, id, at, isSet }) => sql`
    insert into risk_outcome (institution_id, outcome_id, decided_by, decided_at, outcome, note, judged_week, judged_reasons)
    values (${institutionId}, ${id}::uuid, ${userId}::uuid, ${dayBefore(at)}, 'contacted', '', case when ${isSet} then ${weeks[1]}::date end, '[]')
    on conflict do nothing`,
  withdrawOutcomes: ({ institutionId, isSet }) => sql`
    update risk_outcome set withdrawn_at = case when ${isSet} then ${dayBefore(0)} end where institution_id = ${institutionId}`,
  addEvent: ({ institutionId, id, at }) => sql`
    insert into work_event (institution_id, event_id, at, actor_id, kind, event)
    values (${institutionId}, ${id}::uuid, ${dayBefore(at)}, ${userId}::uuid, 'task', 'created') on conflict do nothing`,
} satisfies Record<string, (change: Omit<Change, 'kind'>) => RawBuilder<unknown>>;

const randomChange: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom(...(Object.keys(changes) as Change['kind'][])),
  institutionId: fc.constantFrom(...institutionIds),
  otherId: fc.constantFrom(...institutionIds),
  id: fc.uuid({ version: 4 }),
  at: fc.integer({ min: 0, max: 60 }),
  isSet: fc.boolean(),
});

it('lists refreshed after changes of work equal newly built lists', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(randomChange, { minLength: 1, maxLength: 6 }), async (sequence) => {
      let refreshed = await readLists(test);
      for (const change of sequence) {
        await changes[change.kind](change).execute(test.database.foreground);
        refreshed = await readLists(test);
      }
      const other = await buildTestApp({
        now,
        database: { database: test.database, close: async () => undefined },
      });
      try {
        const built = await readLists(other);
        for (const path of paths)
          if (refreshed[path] !== built[path])
            throw new Error(`${path}\n${refreshed[path]}\n${built[path]}`);
      } finally {
        await other.close();
      }
    }),
    { numRuns: 12 },
  );
}, 120_000);
