// Measures the page My day of a user with 300 customers among 20,000 institutions. The embedded
// database is used by colleagues at the same time.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { migrateDatabase } from '#server/core/db/migrate.ts';
import { openDatabase } from '#server/core/db/open.ts';
import { buildUrl } from '#shared/core/endpoint.ts';
import { getDayPlan } from '#shared/day/day.ts';
import { buildTestApp } from '#test/app.ts';
import { loadPortfolio, now } from './portfolio-world.ts';
import type { Bench } from './types.ts';

const asked = 60;
const limitMilliseconds = 150;
const customers = 300;

export const myDayBench: Bench = {
  name: 'my-day',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'chairside-bench-'));
    const database = await openDatabase({ dataDir: folder, requestDeadlineMs: 60_000 });
    await migrateDatabase(database);
    const clock = { at: now };
    const test = await buildTestApp({
      now,
      database: { database, close: () => database.close() },
      dependencies: { clock: () => clock.at },
    });
    try {
      await loadPortfolio(database.background);
      const person = randomUUID();
      await sql`insert into app_user (user_id, issuer, subject, email, name, role, created_at, last_sign_in_at)
        values (${person}, 'bench', 'owner', 'owner@example.com', 'Bench Owner', 'member', now(), now())`.execute(
        database.background,
      );
      await sql`insert into crm_owner (owner_id, name, email) values (99, 'Bench Owner', 'owner@example.com')`.execute(
        database.background,
      );
      await sql`update crm_deal set owner_id = 99 where institution_id <= ${customers}`.execute(
        database.background,
      );
      await sql`update task set assignee_id = ${person} where institution_id <= ${customers}`.execute(
        database.background,
      );
      const cookie = await test.signIn('member');
      const url = buildUrl(getDayPlan.path, {}, { person });
      const times: number[] = [];
      let bytes = 0;
      for (let at = 0; at <= asked; at++) {
        // Advances the clock by a second and changes a task of a colleague, so that the cached data
        // of each request is outdated.
        clock.at = new Date(clock.at.getTime() + 1000);
        await sql`update task set version = version + 1 where institution_id = ${2 + 2 * at}`.execute(
          database.background,
        );
        const begin = performance.now();
        const answer = await test.app.inject({ method: 'GET', url, headers: { cookie } });
        if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`);
        // The first request builds the customer list, which all pages share, so it is not counted.
        if (at > 0) times.push(performance.now() - begin);
        bytes = answer.rawPayload.length;
      }
      const p95 =
        times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? Number.NaN;
      const note = `${customers} customers; ${bytes.toLocaleString('en-US')} bytes`;
      const measure = 'GET my day, p95';
      const ratio = p95 / limitMilliseconds;
      return [
        {
          bench: 'my-day',
          measure,
          ours: p95,
          anchor: limitMilliseconds,
          ratio,
          limit: { atMost: 1 },
          unit: 'ms',
          note,
        },
      ];
    } finally {
      await test.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
