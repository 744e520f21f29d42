import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { createTemporaryFolder, type TemporaryFolder } from '#test/temporary-folder.ts';
import { findFreePort } from '../../../../../scripts/free-port.ts';
import { type Database, formatCopyLine } from '../database.ts';
import { openPostgres } from './postgres.ts';

const server = process.env.TEST_DATABASE_URL ?? '';
const binary = [process.env.PGBOUNCER ?? '', '/usr/sbin/pgbouncer'].find(
  (path) => path !== '' && existsSync(path),
);

describe.skipIf(server === '' || binary === undefined)(
  'behind PgBouncer, which gives each transaction any of two sessions',
  () => {
    let own: TestDatabase;
    let folder: TemporaryFolder;
    let startPooler: () => ChildProcess;
    let pooler: ChildProcess | undefined;
    let url: string;
    let database: Database | undefined;
    beforeAll(async () => {
      own = await createTestDatabase();
      const name = String(
        (await own.database.execute('select current_database() as name')).rows[0]?.name,
      );
      const { host, searchParams, username } = new URL(server);
      const place = searchParams.get('host') ?? host.replace(/:\d+$/, '');
      folder = createTemporaryFolder();
      chmodSync(folder.path, 0o755);
      const port = await findFreePort();
      const settings = {
        listen_addr: '127.0.0.1',
        listen_port: port,
        unix_socket_dir: '',
        auth_type: 'any',
        pool_mode: 'transaction',
        default_pool_size: 2,
      };
      const lines = Object.entries(settings).map(([key, value]) => `${key} = ${value}`);
      const file = join(folder.path, 'pgbouncer.ini');
      writeFileSync(
        file,
        `[databases]\n* = host=${place} user=${username}\n[pgbouncer]\n${lines.join('\n')}\n`,
      );
      // PgBouncer refuses to run as root. Its user needs access to the server's socket.
      const { uid, gid } = place.startsWith('/') ? statSync(place) : { uid: 65534, gid: 65534 };
      const asAnother =
        process.getuid?.() === 0
          ? ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
          : [];
      const [command = '', ...words] = [...asAnother, binary ?? '', file];
      startPooler = () => spawn(command, words, { stdio: 'ignore' });
      url = `postgres://${username}@127.0.0.1:${port}/${name}?pgbouncer=true`;
    });
    afterAll(async () => {
      await database?.close();
      pooler?.kill('SIGKILL');
      await own?.close();
      folder?.remove();
    });

    it('refuses sessions of another time zone, and accepts them when the role has UTC', async () => {
      const zone = async (name: string) => {
        await own.database.execute(
          `alter database ${new URL(url).pathname.slice(1)} set timezone to '${name}'`,
        );
      };
      await zone('America/New_York');
      pooler = startPooler();
      const refusal = () => openPostgres(url).then(String, (error: Error) => error.message);
      await expect
        .poll(refusal, { timeout: 20_000, interval: 200 })
        .toMatch(
          /time zone America\/New_York\. Run: alter role \w+ set timezone to 'UTC', and restart PgBouncer\.$/,
        );
      const ended = once(pooler, 'exit');
      pooler.kill('SIGKILL');
      await ended;

      await zone('UTC');
      pooler = startPooler();
      const opened = async () => {
        database = await openPostgres(url).catch(() => undefined);
        return database !== undefined;
      };
      await expect.poll(opened, { timeout: 20_000, interval: 200 }).toBe(true);
    });

    it('keeps transactions intact, copies rows, and answers many queries at once', async () => {
      if (database === undefined) throw new Error('not open');
      const { foreground } = database;
      await database.execute(
        'create table counted (key integer primary key, hits integer not null)',
      );
      const add = (key: number) =>
        foreground.transaction().execute(async (transaction) => {
          await sql`insert into counted values (${key}, 0) on conflict do nothing`.execute(
            transaction,
          );
          const { rows } = await sql<{
            hits: number;
          }>`select hits from counted where key = ${key} for update`.execute(transaction);
          await sql`update counted set hits = ${(rows[0]?.hits ?? 0) + 1} where key = ${key}`.execute(
            transaction,
          );
        });
      await Promise.all(Array.from({ length: 60 }, (_, index) => add(index % 3)));
      expect((await database.execute('select key, hits from counted order by key')).rows).toEqual(
        [0, 1, 2].map((key) => ({ key, hits: 20 })),
      );
      const events = [1, 2, 3].map((day) =>
        formatCopyLine([`2026-11-0${day}T00:00:00Z`, 'signed_in']),
      );
      expect(await database.copyIn('auth_event', ['at', 'kind'], events)).toBe(3);
    });
  },
);
