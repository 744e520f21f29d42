import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Queries } from '#server/core/db/database.ts';
import { invalidatePracticeList } from '#server/institutions/queries.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createInterruptibleDatabase } from '#test/cuttable.ts';
import { insertInstitution } from '#test/factories.ts';
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
import { savePlaybook } from '../queries.ts';
import { advancePlaybooks } from './tick.ts';

const ids = [1, 2, 3, 4, 5, 6];
const ruleId = createIdFromWord('rule');
const playbookId = createIdFromWord('book');
let test: TestApp;
let olive: TestPerson;

beforeAll(async () => {
  test = await buildTestApp();
  const { database } = test;
  for (const id of ids)
    await insertInstitution(database, { institution_id: id, name: `Customer ${id}` });
  olive = await insertDealOwner(database, 'Olive Owner', ids);
  const fay = await insertDealOwner(database, 'Fay Fallback', []);
  await insertAlertRule(database, ruleId, fay.id);
  await insertAlertFirings(database, ruleId, '2026-11-18', ids);
  const fields = createPlaybookFields(fay.id, {
    ruleId,
    againDays: 0,
    exit: 'f.institutionName=saved',
    steps: [
      createTaskStep('Write', { waits: false }),
      createTaskStep('Call'),
      createWaitStep('Pause', 2),
      createBranchStep('Better', {
        conditions: 'f.institutionName=better',
        next: 'end',
        otherwise: 'following',
      }),
      createCheckpointStep('Visit', { until: 'f.institutionName=visited' }),
    ],
  });
  const at = new Date('2026-11-18T00:00:00Z');
  await savePlaybook(database.background, {
    playbookId,
    version: 1,
    isOn: true,
    followsFrom: '2026-11-18',
    fields,
    userId: fay.id,
    at,
  });
});
afterAll(() => test.close());

async function rename(queries: Queries, id: number, name: string): Promise<void> {
  await queries.updateTable('institution').set({ name }).where('institution_id', '=', id).execute();
  await invalidatePracticeList(queries);
}
const closeTasks = (queries: Queries, title: string, customers: number[]) =>
  sql`update task set status = 'done', closed_at = ${new Date('2026-11-18T20:00:00Z')}, version = version + 1
    where title = ${title} and institution_id = any(${customers}::bigint[])`.execute(queries);
const setOlive = (queries: Queries, status: 'active' | 'disabled') =>
  queries.updateTable('app_user').set({ status }).where('user_id', '=', olive.id).execute();

/** Returns the rows that a playbook writes, sorted and without event ids. */
async function everything(queries: Queries): Promise<string[]> {
  const { rows } = await sql<{ row: string }>`
    select 'run ' || r::text as row from playbook_run r union all select 'step ' || s::text from playbook_step s
    union all select 'firing ' || f::text from playbook_firing f union all select 'task ' || t::text from task t
    union all select concat_ws(' ', 'event', institution_id, at, actor_id, kind, event, subject_id, detail) from work_event order by 1`.execute(
    queries,
  );
  return rows.map(({ row }) => row);
}

/**
 * Simulates four days of a playbook, starting with its firing. `tick` advances the playbook.
 * Returns the final rows.
 */
async function story(tick: () => Promise<unknown>): Promise<string[]> {
  const queries = test.database.background;
  await sql`truncate playbook_firing, playbook_step, playbook_run, task, work_event`.execute(
    queries,
  );
  await setOlive(queries, 'active');
  for (const id of ids) await rename(queries, id, `Customer ${id}`);
  const on = (day: string) => test.setClock(new Date(`${day}T18:00:00Z`));
  on('2026-11-18');
  await tick();
  await closeTasks(queries, 'Call', [1, 2, 3]);
  await rename(queries, 4, 'Customer saved');
  await setOlive(queries, 'disabled');
  on('2026-11-19');
  await tick();
  await rename(queries, 1, 'Customer better');
  on('2026-11-21');
  await tick();
  await rename(queries, 2, 'Customer visited');
  on('2026-11-22');
  await tick();
  return everything(queries);
}

it('ends in the same state when it is interrupted before every one of its statements', async () => {
  const undisturbed = await story(() => advancePlaybooks(test.dependencies));
  expect(undisturbed.filter((row) => row.startsWith('run'))).toHaveLength(ids.length);
  expect(undisturbed.filter((row) => row.startsWith('task'))).toHaveLength(2 * ids.length + 2);
  const { database, cutAfter, wasCut } = createInterruptibleDatabase(test.database);
  const dependencies = { ...test.dependencies, database };
  let cuts = 0;
  const disturbed = await story(async () => {
    for (let statement = 0; ; cuts += 1) {
      const before = await everything(test.database.background);
      cutAfter(statement);
      await advancePlaybooks(dependencies).catch((error: unknown) =>
        expect(String(error)).toContain('cut off'),
      );
      if (!wasCut()) return;
      // When a call commits a batch, the next call executes other statements. The interruptions
      // then start again at the first statement.
      const isSame = (await everything(test.database.background)).join() === before.join();
      statement = isSame ? statement + 1 : 0;
    }
  });
  expect(disturbed).toEqual(undisturbed);
  expect(cuts).toBeGreaterThan(60);
}, 60_000);

it('is the same when two workers advance it at once', async () => {
  // Like the real `progress`, this function uses a connection. The embedded database has only one,
  // so a call inside a transaction would never return.
  const progress = async () => {
    await sql`select 1`.execute(test.database.background);
  };
  const alone = await story(() => advancePlaybooks(test.dependencies, { progress }));
  const together = await story(() =>
    Promise.all([advancePlaybooks(test.dependencies), advancePlaybooks(test.dependencies)]),
  );
  expect(together).toEqual(alone);
});
