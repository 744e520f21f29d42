import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { Database } from '#server/core/db/database.ts';
import { openDatabase } from '#server/core/db/open.ts';
import { parseEnv } from '#server/core/env/env.ts';
import { createLocalPlacesProvider } from '#server/prospects/places/local-places.ts';
import { saveProspect } from '#server/prospects/queries.ts';
import { rowOfPlace } from '#server/prospects/save-rules.ts';
import { rooms } from '#server/rooms.ts';
import { replaceProvisionalScores } from '#server/scoring/provisional.ts';
import {
  recordReopeningRequest,
  rescoreReopenedWeeks,
} from '#server/scoring/reopening/reopening.ts';
import { closeCompleteWeeks } from '#server/scoring/weeks.ts';
import { addDays, listWeekStartsUntil, weekStartOf } from '#shared/core/dates.ts';
import { shortProcessOptions } from '#test/child-process.ts';
import { createMigratedFolder, createTestDatabase, type TestDatabase } from '#test/database.ts';
import { isDeepTestRun } from '#test/depth.ts';
import { createWorldInstitution, insertWorld } from '#test/health-world.ts';
import { importText } from '#test/imports.ts';
import { createTemporaryFolder } from '#test/temporary-folder.ts';
import { addMissingDemoDays } from './grow.ts';
import { DemoRemovalRefused, removeDemo } from './removal.ts';
import { seedDemo } from './seed.ts';
import { seedOrGrowDemo } from './start.ts';
import { seedDemoWork } from './work/work.ts';

const today = '2026-11-21';
const clock = () => new Date('2026-11-21T20:00:00Z');
const timeZone = 'America/Los_Angeles';
const options = { asked: 'demo' } as const;

const opened: TestDatabase[] = [];
afterEach(async () => {
  for (const test of opened.splice(0)) await test.close();
});
async function open(): Promise<Database> {
  const test = await createTestDatabase();
  opened.push(test);
  return test.database;
}

/** Creates a scored demo with the work of its users, like after the first start. */
async function layDemo(database: Database): Promise<void> {
  await seedDemo(database, clock, { timeZone, scale: 0.01 });
  await closeCompleteWeeks(database.background, today, clock);
  await replaceProvisionalScores(database.background, today, clock);
  await seedDemoWork(database, clock, timeZone, rooms);
}

/** Creates a demo without scores, because scoring takes most of the time. */
async function layUnscored(database: Database): Promise<void> {
  await seedDemo(database, clock, { timeZone, scale: 0.01 });
  await seedDemoWork(database, clock, timeZone, rooms);
}

/** Returns the number of rows of each non-empty table. */
async function filled(database: Database): Promise<Record<string, number>> {
  const { rows } = await database.execute(`select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1`);
  const found: Record<string, number> = {};
  for (const { name } of rows) {
    const [row] = (await database.execute(`select count(*) as count from ${String(name)}`)).rows;
    if (Number(row?.count) > 0) found[String(name)] = Number(row?.count);
  }
  return found;
}

const one = async (database: Database, query: string) =>
  (await database.execute(query)).rows[0] ?? {};

/** Creates a user who has signed in to the demo. */
async function person(database: Database): Promise<string> {
  const row = await one(
    database,
    `insert into app_user (issuer, subject, email, name, role, created_at, last_sign_in_at)
      values ('http://localhost:3001', 'avery', 'avery.admin@chairside.example', 'Avery Admin', 'admin', now(), now()) returning user_id`,
  );
  return String(row.user_id);
}

describe('removing the demo', () => {
  it('restores the database as it was before the demo, and the next start creates none', async () => {
    const database = await open();
    const empty = await filled(database);
    await layDemo(database);
    await addMissingDemoDays(database, '2026-12-02');
    await recordReopeningRequest(
      database.background,
      {
        reopeningId: randomUUID(),
        fromWeek: '2026-11-01',
        reason: 'Corrected',
        askedBy: 'command line',
      },
      clock(),
    );
    await rescoreReopenedWeeks({
      database: database.background,
      businessDate: '2026-12-02',
      clock,
      progress: () => {},
      signal: new AbortController().signal,
    });
    await person(database);
    expect(Object.keys(await filled(database)).length).toBeGreaterThan(25);

    const removed = await removeDemo(database, clock, rooms, options);
    expect(removed).toMatchObject({ weeks: { removed: 57, left: 0, first: null } });
    expect(removed?.customers).toBeGreaterThan(20);
    // The remaining rows are the user, the first scoring rules, the decision on the demo, and the
    // versions of lists.
    expect(await filled(database)).toEqual({
      ...empty,
      app_user: 1,
      audit_log: 2,
      week_reopening: 1,
      demo_decision: 1,
      list_version: expect.any(Number),
      rules_version: 1,
    });
    expect(await removeDemo(database, clock, rooms, options)).toBeUndefined();

    const said: string[] = [];
    const settings = parseEnv({ NODE_ENV: 'test' });
    expect(await seedOrGrowDemo(database, clock, settings, (line) => said.push(line))).toBe(false);
    expect(said).toEqual([]);
    expect((await filled(database)).institution).toBeUndefined();
  });

  it('keeps own practices, their weeks and their work', async () => {
    const database = await open();
    const weeks = listWeekStartsUntil('2026-11-08', 60);
    const own = Array.from({ length: 25 }, (_, index) =>
      createWorldInstitution(index + 1, weeks, { forms: 20 + index }),
    );
    await layDemo(database);
    await database.execute(
      'truncate official_week, benchmark_version, score_version, product_version',
    );
    await insertWorld(database.background, { institutions: own });
    await closeCompleteWeeks(database.background, today, clock);
    const me = await person(database);
    const { user_id: owner } = await one(
      database,
      `select user_id from app_user where issuer like '%demo%' limit 1`,
    );
    await database.execute(`
      insert into note (institution_id, note_id, author_id, body, created_at) values (1, gen_random_uuid(), '${me}', 'Called', now());
      insert into task (institution_id, task_id, title, assignee_id, created_by, created_at, updated_by, updated_at)
        values (1, gen_random_uuid(), 'Call again', '${String(owner)}', '${me}', now(), '${me}', now());
      insert into contact values (2, 5, 'Ana Reyes', 'Owner', 'ana@elm.example', null);
      insert into absence values (gen_random_uuid(), '${String(owner)}', current_date, current_date, '${me}', '${me}', now());
      insert into absence values (gen_random_uuid(), '${me}', current_date, current_date, null, '${me}', now());
      insert into day_plan (user_id, item_key, updated_by, updated_at) values ('${String(owner)}', 'risk:1', '${me}', now());
      insert into saved_view values (gen_random_uuid(), 'institutions', 'Mine', '${me}', false, 'f.ehr=Dentrix', 1, now(), now())`);
    const ours = [
      'institution',
      'location',
      'entitlement',
      'usage_week',
      'feed_week',
      'score_week',
      'product_week',
      'note',
      'task',
      'contact',
    ];
    const kept = async () =>
      Promise.all(
        ours.map(
          async (table) =>
            (
              await database.execute(
                `select t::text as line from ${table} t where institution_id < 100 order by 1`,
              )
            ).rows,
        ),
      );
    const before = await kept();

    expect(await removeDemo(database, clock, rooms, options)).toMatchObject({
      weeks: { removed: 0, left: 57, first: addDays('2026-11-08', -56 * 7) },
    });
    expect(await kept()).toEqual(before);
    expect(
      await one(
        database,
        `select (select count(*) from institution) as institutions, (select count(distinct institution_id) from score_week) as scored,
          (select min(institutions) from official_week) as least, (select max(institutions) from official_week) as most,
          (select count(*) from benchmark_week) > 0 as compared, (select count(*) from saved_view) as views,
          (select string_agg(status, ',') from app_user where user_id = '${String(owner)}') as owner,
          (select count(*) from app_user where issuer like '%demo%') as people, (select count(*) from crm_owner) as owners,
          (select count(*) from absence) as absences, (select count(*) from day_plan) as plans`,
      ),
    ).toEqual({
      institutions: 25,
      scored: 25,
      least: 25,
      most: 25,
      compared: true,
      views: 1,
      owner: 'disabled',
      people: 1,
      owners: 0,
      absences: 1,
      plans: 0,
    });
    expect(await closeCompleteWeeks(database.background, today, clock)).toMatchObject({ weeks: 0 });
  });

  it('makes room for own data, which is imported and scored', async () => {
    const database = await open();
    await layUnscored(database);
    const practices = 'institutionId,locationId,name,createdOn\n';
    await expect(
      importText(database, 'practices', `${practices}1,1,Practice 1,2024-01-01`),
    ).rejects.toThrow(
      "This database holds the demo, which can't be mixed with your own practices. Set another DATA_DIR or DATABASE_URL, or remove the demo: npm run demo -- --remove",
    );
    await importText(database, 'practices', `${practices}1,1,Practice 1,2024-01-01`, {
      dryRun: true,
    });
    await removeDemo(database, clock, rooms, options);
    const ids = Array.from({ length: 24 }, (_, index) => index + 1);
    const week = weekStartOf('2026-11-01');
    const days = Array.from({ length: 28 }, (_, index) => addDays(week, index - 14));
    await importText(
      database,
      'practices',
      `${practices}${ids.map((id) => `${id},${id},Practice ${id},2024-01-01`).join('\n')}`,
    );
    await importText(
      database,
      'entitlements',
      `institutionId,product,entitled\n${ids.map((id) => `${id},forms,yes`).join('\n')}`,
    );
    const usage = ids.flatMap((id) => days.map((day) => `${id},${id},forms,${day},${id}`));
    await importText(
      database,
      'usage',
      `institutionId,locationId,product,day,value\n${usage.join('\n')}`,
    );
    expect((await closeCompleteWeeks(database.background, today, clock)).weeks).toBeGreaterThan(0);
    expect(
      await one(
        database,
        'select count(*) as scored from score_week where adoption_score is not null',
      ),
    ).not.toEqual({ scored: 0 });
  });

  it('removes an unfinished demo too', async () => {
    const database = await open();
    const killed: Database = {
      ...database,
      copyIn: (table, ...rest) =>
        table === 'feed_week'
          ? Promise.reject(new Error('killed'))
          : database.copyIn(table, ...rest),
    };
    await expect(seedDemo(killed, clock, { timeZone, scale: 0.005 })).rejects.toThrow('killed');
    expect(await removeDemo(database, clock, rooms, options)).toMatchObject({
      weeks: { removed: 0 },
    });
    expect(
      await one(
        database,
        'select (select count(*) from institution) + (select count(*) from usage_week) as left',
      ),
    ).toEqual({
      left: 0,
    });
  });
});

describe('work that depends on the demo', () => {
  async function worked(): Promise<Database> {
    const database = await open();
    await layUnscored(database);
    const me = await person(database);
    const { id, name } = await one(
      database,
      'select institution_id as id, name from institution order by 1 limit 1',
    );
    const search = new URLSearchParams({
      'f.institutionName': String(name),
      sort: 'name',
    }).toString();
    await database.execute(`
      insert into note (institution_id, note_id, author_id, body, created_at)
        select institution_id, gen_random_uuid(), '${me}', 'Called', now() from institution order by 1 limit 2;
      insert into work_event (institution_id, event_id, at, actor_id, kind, event) values (${id}, gen_random_uuid(), now(), '${me}', 'note', 'written');
      insert into risk_case (institution_id, assignee_id, version, updated_by, updated_at) values (${id}, '${me}', 1, '${me}', now())
        on conflict (institution_id) do update set assignee_id = '${me}';
      insert into saved_view values (gen_random_uuid(), 'institutions', 'That one', '${me}', false, '${search}', 1, now(), now());
      insert into saved_view values (gen_random_uuid(), 'institutions', 'Others', '${me}', false, 'f.state=CA', 1, now(), now())`);
    const { placeId } = await one(
      database,
      'select place_id as "placeId" from place where place_id not in (select place_id from prospect where place_id is not null) limit 1',
    );
    const place = await createLocalPlacesProvider(database.background).place(String(placeId));
    if (place === null) throw new Error('The directory is empty.');
    await saveProspect(database.background, rowOfPlace(place, 'local'), 'google_places', clock());
    return database;
  }

  it('is named and counted, and nothing is removed', async () => {
    const database = await worked();
    const before = await filled(database);
    const refused = removeDemo(database, clock, rooms, options);
    await expect(refused).rejects.toThrow(DemoRemovalRefused);
    await expect(refused).rejects.toThrow(
      "Users have added work to the demo's customers: 2 notes, 1 assignment or snooze, 1 history entry, 1 prospect kept from its directory, 1 saved view of a customer.\nTo delete this work too: npm run demo -- --remove --with-work",
    );
    expect(await filled(database)).toEqual(before);
  });

  it('is removed with the demo on request', async () => {
    const database = await worked();
    await removeDemo(database, clock, rooms, { ...options, withWork: true });
    const left = await filled(database);
    expect(left).toMatchObject({ saved_view: 1, app_user: 1 });
    for (const table of ['note', 'work_event', 'risk_case', 'prospect', 'place'])
      expect(left[table], table).toBeUndefined();
  });
});

describe('while something runs', () => {
  const running = (job: string, lease: string) => `insert into job_run
    (job, schedule, scheduled_for, business_date, state, arguments, created_at, started_at, lease_until, attempt, fence)
    values ('${job}', null, now(), '${today}', 'running', '{}', now(), now(), ${lease}, 1, 1)`;

  it('the demo is not removed during a job or an import', async () => {
    const database = await open();
    await layUnscored(database);
    const before = await filled(database);
    await database.execute(running('scores.official', `now() + interval '1 minute'`));
    await expect(
      removeDemo({ ...database, isAlone: false }, clock, rooms, options),
    ).rejects.toThrow(
      'The job scores.official is running. Remove the demo when the job has ended (see "npm run jobs -- list").',
    );
    await database.execute(`update job_run set state = 'succeeded'`);
    await database.execute(`insert into import_run (import_id, kind, source, state, started_at, seen_at)
      values (gen_random_uuid(), 'practices', 'file some.csv', 'running', '2026-11-21T19:59:00Z', '2026-11-21T19:59:30Z')`);
    await expect(
      removeDemo({ ...database, isAlone: false }, clock, rooms, options),
    ).rejects.toThrow('An import (file some.csv) is running.');
    expect(await filled(database)).toEqual({ ...before, job_run: 1, import_run: 1 });
  });

  it('a job that a dead process left as running does not prevent it', async () => {
    const database = await open();
    await seedDemo(database, clock, { timeZone, scale: 0.005 });
    await database.execute(running('scores.official', `now() - interval '1 minute'`));
    expect(await removeDemo({ ...database, isAlone: false }, clock, rooms, options)).toBeDefined();
  });
});

describe.skipIf(process.env.TEST_DATABASE_URL)('npm run demo -- --remove (embedded only)', () => {
  const { path: folder, remove } = createTemporaryFolder();
  afterAll(remove);
  const command = join(import.meta.dirname, '../demo-command.ts');
  const start = (dataDir: string, ...words: string[]) => {
    const child = spawn(process.execPath, [...shortProcessOptions, command, ...words], {
      env: { ...process.env, NODE_ENV: 'test', DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        said += text;
      });
    const ended = new Promise<{ code: number | null; said: string }>((resolve) =>
      child.once('close', (code) => resolve({ code, said })),
    );
    return { ended, kill: () => child.kill('SIGKILL') };
  };
  const run = (dataDir: string, ...words: string[]) => start(dataDir, ...words).ended;

  it('removes all or nothing when it is killed, and reports the result', {
    timeout: 300_000,
  }, async () => {
    const original = join(folder, 'original');
    await createMigratedFolder(original);
    const database = await openDatabase({ dataDir: original });
    await layUnscored(database);
    const whole = await filled(database);
    const busy = await run(original, '--remove');
    expect(busy).toMatchObject({
      code: 1,
      said: expect.stringContaining('in use by another process'),
    });
    await database.close();

    const startedAt = performance.now();
    const timed = join(folder, 'timed');
    cpSync(original, timed, { recursive: true });
    expect(await run(timed, '--remove')).toEqual({
      code: 0,
      said: `The demo is removed: ${whole.institution} customers with all their data, 0 official weeks.\n`,
    });
    const took = performance.now() - startedAt;
    expect(await run(timed, '--remove')).toEqual({
      code: 0,
      said: 'There is no demo in this database.\n',
    });

    const kills = isDeepTestRun ? 20 : 1;
    for (let kill = 1; kill <= kills; kill++) {
      const copy = join(folder, `killed-${kill}`);
      cpSync(original, copy, { recursive: true });
      const child = start(copy, '--remove');
      // Opening the database takes most of the time, so the kills come in the last 40% of it.
      await pause(took * (0.6 + (0.4 * (kill - 0.5)) / kills));
      child.kill();
      await child.ended;
      const left = await openDatabase({ dataDir: copy });
      const found = await filled(left);
      await left.close();
      if (found.demo_world === undefined) expect(found).not.toHaveProperty('institution');
      else expect(found).toEqual(whole);
      rmSync(copy, { recursive: true, force: true });
    }
  });

  it.each([[['--remove', '--weeks', '8']], [['--with-work']], [['--remove', '--force']]])(
    'does not understand %j',
    async (words) => {
      expect(await run(join(folder, 'unused'), ...words)).toMatchObject({
        code: 1,
        said: expect.stringContaining('npm run demo -- --remove [--with-work]'),
      });
    },
  );

  it('generates no usage for practices beside the demo', async () => {
    const dataDir = join(folder, 'beside');
    await createMigratedFolder(dataDir);
    const database = await openDatabase({ dataDir });
    await seedDemo(database, clock, { timeZone, scale: 0.005 });
    await database.close();
    expect(await run(dataDir, '--practices', 'some.csv')).toMatchObject({
      code: 1,
      said: expect.stringContaining('This database holds the demo'),
    });
  });
});
