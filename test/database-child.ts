// Separate process that uses a database and that tests can kill. Prints "ready" once the database
// is open.

import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '#server/core/db/database.ts';
import { openDatabase } from '#server/core/db/open.ts';
import { importCsv } from '#server/imports/import.ts';
import { importJobs } from '#server/imports/wizard/jobs.ts';
import { rescoreReopenedWeeks } from '#server/scoring/reopening/reopening.ts';
import { closeCompleteWeeks } from '#server/scoring/weeks.ts';
import { buildUrl } from '#shared/core/endpoint.ts';
import { errorMessage } from '#shared/core/error-message.ts';
import { postConversion } from '#shared/prospects/conversion.ts';
import { postProspectMerge } from '#shared/prospects/merge.ts';
import { buildTestApp } from './app.ts';

/**
 * Arguments: the task, the place of the database (a data folder or a server URL), and a value. The
 * value is a file of acknowledged writes for `write`, a day for `import`, `reopen`, `close` and
 * `convert`, and a number of prospects for `merge`.
 * For `cancel` and `carry`, it is the data folder of the app.
 */
const [task, place = '', given = ''] = process.argv.slice(2);

const tasks: Record<string, (database: Database) => Promise<void>> = {
  open: async () => {
    process.stdin.resume();
  },
  write,
  import: bringUsage,
  cancel: cancelImport,
  carry: carryOutImport,
  reopen,
  close,
  convert,
  merge,
};

try {
  const database = await openDatabase({
    databaseUrl: place.startsWith('postgres') ? place : undefined,
    dataDir: place,
  });
  const run = tasks[task ?? ''];
  if (run === undefined) throw new Error(`no task ${task}`);
  if (task === 'write') await checkAcknowledged(database);
  process.stdout.write('ready\n');
  await run(database);
} catch (error) {
  process.stdout.write(`${errorMessage(error)}\n`);
  process.exit(1);
}

/**
 * Imports a day of usage for every location. Prints a line when it starts to read and when it
 * starts to write.
 */
async function bringUsage(database: Database): Promise<void> {
  const { rows } = await sql<{
    external_id: string;
  }>`select external_id from location order by location_id`.execute(database.background);
  async function* lines(): AsyncGenerator<Buffer> {
    yield Buffer.from('Location ID,Product,Date,Value\n');
    process.stdout.write('reading\n');
    for (const row of rows) yield Buffer.from(`${row.external_id},forms,${given},7\n`);
  }
  const imported = importCsv({
    kind: 'usage',
    input: lines(),
    source: 'child',
    externalSource: 'import',
    database,
    clock: () => new Date(`${given}T18:00:00Z`),
    timeZone: 'America/Los_Angeles',
  });
  const writes = async () =>
    (
      await sql`select from import_run where state = 'running' and writing`.execute(
        database.foreground,
      )
    ).rows.length > 0;
  let ended = false;
  void imported.finally(() => {
    ended = true;
  });
  while (!ended && !(await writes())) await pause(2);
  process.stdout.write('writing\n');
  await imported;
  await database.close();
  process.stdout.write('done\n');
}

/**
 * Executes waiting imports and cancels them once they write. Prints a line when their rollback
 * begins.
 */
async function cancelImport(database: Database): Promise<void> {
  const { dependencies } = await buildTestApp({
    database: { database, close: () => database.close() },
    env: { DATA_DIR: given },
  });
  const [imports] = importJobs;
  let pieces = 0;
  let hasSaid = false;
  await imports?.run(dependencies, {
    businessDate: '2026-11-18',
    signal: new AbortController().signal,
    async progress(done, _, note) {
      if (note === 'writing') pieces += 1;
      if (pieces === 2)
        await database.background.updateTable('import_upload').set({ wish: 'cancel' }).execute();
      if (note !== 'undoing written rows' || done === 0 || hasSaid) return;
      hasSaid = true;
      process.stdout.write('taking back\n');
      // Gives the test time to kill the process here. The next start then completes the rollback.
      await pause(2_000);
    },
  });
  await database.close();
  process.stdout.write('done\n');
}

/**
 * Executes waiting imports. Waits when the first import starts to write, so that the test can stop
 * the process there.
 */
async function carryOutImport(database: Database): Promise<void> {
  const { dependencies } = await buildTestApp({
    database: { database, close: () => database.close() },
    env: { DATA_DIR: given },
  });
  let hasSaid = false;
  await importJobs[0]?.run(dependencies, {
    businessDate: '2026-11-18',
    signal: new AbortController().signal,
    async progress(_done, _total, note) {
      if (note !== 'writing' || hasSaid) return;
      hasSaid = true;
      process.stdout.write('writing\n');
      await pause(5_000);
    },
  });
  await database.close();
  process.stdout.write('done\n');
}

/** Closes weeks. Prints the stages of the first week: facts, benchmarks, scores. */
async function close(database: Database): Promise<void> {
  const closing = closeCompleteWeeks(
    database.background,
    given,
    () => new Date(`${given}T18:00:00Z`),
  );
  const stages = {
    facts: sql<{
      begun: boolean;
    }>`select exists (select from scoring_staging) and exists (select from scoring_turn) as begun`,
    benchmarks: sql<{ begun: boolean }>`select exists (select from benchmark_version) as begun`,
    scores: sql<{ begun: boolean }>`select exists (select from score_version) as begun`,
  };
  for (const [stage, question] of Object.entries(stages)) {
    while (!(await question.execute(database.foreground)).rows[0]?.begun) await pause(1);
    process.stdout.write(`${stage}\n`);
  }
  await closing;
  await database.close();
}

/** Converts one prospect after the other. Prints a line when it starts. */
async function convert(database: Database): Promise<void> {
  const test = await buildTestApp({ database: { database, close: () => database.close() } });
  await test.signIn('member');
  const { user_id: ownerId } = await database.foreground
    .selectFrom('app_user')
    .select('user_id')
    .executeTakeFirstOrThrow();
  process.stdout.write('converting\n');
  const { rows } = await sql<{
    prospect_id: number;
  }>`select prospect_id from prospect order by prospect_id`.execute(database.foreground);
  for (const { prospect_id } of rows) {
    const answer = await test.inject({
      method: 'POST',
      url: buildUrl(postConversion.path, { prospectId: prospect_id }),
      payload: {
        conversionId: randomUUID(),
        version: 0,
        ownerId,
        products: ['forms'],
        customer: {
          kind: 'new',
          name: `Prospect ${prospect_id}`,
          streetAddress: null,
          city: 'Hartford',
          state: 'CT',
          zip: '06103',
          practiceType: 'Dentist',
          ehr: null,
          phone: null,
          goLiveOn: given,
          otherThan: [],
        },
      },
    });
    process.stdout.write(`${answer.statusCode}\n`);
  }
}

/** Merges each prospect with an even id into the one before. Prints the status of each answer. */
async function merge(database: Database): Promise<void> {
  const test = await buildTestApp({ database: { database, close: () => database.close() } });
  await test.signIn('member');
  for (let prospectId = 2; prospectId <= Number(given); prospectId += 2) {
    const answer = await test.inject({
      method: 'POST',
      url: postProspectMerge.path,
      payload: {
        mergeId: randomUUID(),
        kept: { prospectId: prospectId - 1, version: 0 },
        other: { prospectId, version: 0 },
        facts: {},
        work: { stage: 'kept', owner: 'kept', monthlyAmount: 'kept' },
      },
    });
    process.stdout.write(`${answer.statusCode}\n`);
  }
}

/** Recomputes the requested weeks. Prints each week when it is done. */
async function reopen(database: Database): Promise<void> {
  await rescoreReopenedWeeks({
    database: database.background,
    businessDate: given,
    clock: () => new Date(`${given}T18:00:00Z`),
    signal: new AbortController().signal,
    progress: (_done, _total, note) => void process.stdout.write(`${note}\n`),
  });
  await database.close();
}

/**
 * Runs eight concurrent writers. Each writer appends an id to the file only after its commit was
 * acknowledged.
 */
async function write(database: Database): Promise<void> {
  let next = Date.now() * 1000;
  const writer = async () => {
    for (;;) {
      const first = next;
      next += 2;
      if (first % 3 === 0)
        await sql`insert into entry values (${first}, 1), (${first + 1}, -1)`.execute(
          database.foreground,
        );
      else
        await database.foreground.transaction().execute(async (transaction) => {
          await sql`insert into entry values (${first}, 1)`.execute(transaction);
          await sql`insert into entry values (${first + 1}, -1)`.execute(transaction);
        });
      appendFileSync(given, `${first}\n`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, writer));
}

async function checkAcknowledged(database: Database): Promise<void> {
  await database.execute(
    'create table if not exists entry (id bigint primary key, amount integer not null)',
  );
  // The kill may have cut off the last line.
  const lines = existsSync(given) ? readFileSync(given, 'utf8').split('\n').slice(0, -1) : [];
  const ids = lines.map(Number);
  const { rows } = await sql<{
    found: number;
  }>`select count(*) as found from entry where id = any(${ids}::bigint[])`.execute(
    database.background,
  );
  if (rows[0]?.found !== ids.length)
    throw new Error(`lost: ${ids.length - (rows[0]?.found ?? 0)} of ${ids.length} acknowledged`);
  const balance = await sql<{ sum: number | null }>`select sum(amount) as sum from entry`.execute(
    database.background,
  );
  if ((balance.rows[0]?.sum ?? 0) !== 0)
    throw new Error(`half a transaction is there: the amounts sum to ${balance.rows[0]?.sum}`);
}
