import { once } from 'node:events';
import { cpSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTemporaryFolder } from '#test/temporary-folder.ts';
import {
  type Database,
  DatabaseInUse,
  DatabaseUnavailable,
  QueryDeadlineExceeded,
} from '../database.ts';
import { encodeScript } from '../wire.ts';
import type { EmbeddedDatabase, EmbeddedOptions } from './embedded.ts';
import { openEmbeddedFolder } from './folder.ts';
import { encodeSocketFrame } from './frames.ts';
import { sharedSocketPath } from './shared-connection.ts';
import { openSharedDatabase } from './shared-database.ts';

describe.skipIf(process.env.TEST_DATABASE_URL)(
  'an embedded database that is shared with commands (embedded only)',
  () => {
    const empty = createTemporaryFolder();
    beforeAll(async () => {
      const database = await openEmbeddedFolder(empty.path);
      await database.execute('create table entry (id int primary key, note text)');
      await database.close();
    });
    afterAll(() => empty.remove());

    let folder: string;
    let remove: () => void;
    const opened: EmbeddedDatabase[] = [];
    beforeEach(() => {
      ({ path: folder, remove } = createTemporaryFolder());
      cpSync(empty.path, folder, { recursive: true });
    });
    afterEach(async () => {
      await close();
      remove();
    });

    async function open(
      options: EmbeddedOptions = {},
      dataDir = folder,
    ): Promise<EmbeddedDatabase> {
      const database = await openEmbeddedFolder(dataDir, options);
      opened.push(database);
      return database;
    }

    async function shared(options: EmbeddedOptions = {}): Promise<EmbeddedDatabase> {
      const database = await open(options);
      await database.share();
      return database;
    }

    async function close(): Promise<void> {
      for (const database of opened.splice(0)) await database.close();
    }

    async function borrowed(): Promise<Database> {
      const database = await openSharedDatabase(folder);
      if (database === undefined) throw new Error('no process shares it');
      return database;
    }

    const notes = async (database: Database) =>
      (await database.execute('select note from entry order by id')).rows.map(({ note }) => note);
    const insert = (id: number, note: string) => sql`insert into entry values (${id}, ${note})`;

    test('runs statements, transactions and copies of a command like those of its own process', async () => {
      const server = await shared();
      const command = await borrowed();
      await insert(1, 'Ä\u{1f9b7}').execute(command.background);
      await command.background.transaction().execute(async (transaction) => {
        await insert(2, 'two').execute(transaction);
        await insert(3, 'three').execute(transaction);
      });
      const rows = Array.from(
        { length: 40_000 },
        (_, index) => `${index + 4}\t${'n'.repeat(100)}\n`,
      );
      expect(await command.copyIn('entry' as never, ['id', 'note'], rows)).toBe(40_000);
      expect((await notes(server)).slice(0, 4)).toEqual([
        'Ä\u{1f9b7}',
        'two',
        'three',
        'n'.repeat(100),
      ]);
      expect(await notes(command)).toHaveLength(40_003);
      expect([server.isAlone, command.isAlone]).toEqual([false, false]);
    });

    test('returns PostgreSQL’s error of a statement and rolls its transaction back', async () => {
      const server = await shared();
      const command = await borrowed();
      const failing = command.background.transaction().execute(async (transaction) => {
        await insert(1, 'first').execute(transaction);
        await insert(1, 'again').execute(transaction);
      });
      await expect(failing).rejects.toMatchObject({ code: '23505' });
      expect(await notes(server)).toEqual([]);
    });

    test('is released and rolled back when a command is killed in a transaction', async () => {
      const server = await shared();
      const socket = connect(sharedSocketPath(folder));
      socket.write(
        encodeSocketFrame(0, encodeScript("begin; insert into entry values (1, 'half')")),
      );
      await once(socket, 'data');
      const waiting = notes(server);
      socket.destroy();
      expect(await waiting).toEqual([]);
    });

    test('is released after the deadline when a command pauses in a transaction', async () => {
      const server = await shared({ jobDeadlineMs: 1_000 });
      const command = await borrowed();
      const stopped = command.background.transaction().execute(async (transaction) => {
        await insert(1, 'half').execute(transaction);
        await pause(1_500);
        // A later statement of a lost transaction must not be committed as a transaction of its
        // own.
        await insert(2, 'rest')
          .execute(transaction)
          .catch(() => undefined);
        await insert(3, 'rest').execute(transaction);
      });
      await expect(stopped).rejects.toThrow(DatabaseUnavailable);
      expect(await notes(server)).toEqual([]);
    });

    test('kills a statement of a command past its deadline, and says so', async () => {
      const server = await shared({ jobDeadlineMs: 500 });
      const command = await borrowed();
      await expect(command.execute('select pg_sleep(5)')).rejects.toThrow(QueryDeadlineExceeded);
      expect(await notes(server)).toEqual([]);
    });

    test("answers requests between a command's statements", async () => {
      const server = await shared();
      const command = await borrowed();
      const order: string[] = [];
      const ask = (database: Database['background'], who: string) =>
        sql`select pg_sleep(0.05)`.execute(database).then(() => {
          order.push(who);
        });
      const commands = [1, 2, 3, 4].map(() => ask(command.background, 'command'));
      await pause(20);
      await Promise.all([ask(server.foreground, 'request'), ...commands]);
      expect(order.indexOf('request')).toBeLessThan(2);
    });

    test('disconnects a client that sends invalid data, and keeps working', async () => {
      const server = await shared();
      for (const bytes of [
        Buffer.from('GET / HTTP/1.1\r\n\r\n'),
        Buffer.alloc(64, 255),
        Buffer.from([0, 0]),
      ]) {
        const socket = connect(sharedSocketPath(folder));
        socket.end(bytes);
        socket.resume();
        await once(socket, 'close');
      }
      expect(await notes(server)).toEqual([]);
      expect(await notes(await borrowed())).toEqual([]);
    });

    test('reports to a command that its server has stopped', async () => {
      await shared();
      const command = await borrowed();
      const running = command.execute('select pg_sleep(2)');
      const told = expect(running).rejects.toThrow(/stopped|is closed/);
      await pause(100);
      await close();
      await told;
      await expect(command.execute('select 1')).rejects.toThrow(
        `The server that uses the data folder ${folder} has stopped`,
      );
      expect(await openSharedDatabase(folder)).toBeUndefined();
    });

    test('can be reached by its owner only, and never where no process shares it', async () => {
      const database = await open();
      expect(database.isAlone).toBe(true);
      expect(await openSharedDatabase(folder)).toBeUndefined();
      await expect(openEmbeddedFolder(folder)).rejects.toThrow(DatabaseInUse);
      await database.share();
      expect(statSync(join(folder, 'commands')).mode & 0o777).toBe(0o700);
    });

    test('replaces the socket that a killed server left', async () => {
      await shared();
      await close();
      writeFileSync(sharedSocketPath(folder), '');
      await shared();
      expect(await notes(await borrowed())).toEqual([]);
    });

    test('is not shared where the path is too long for a socket', async () => {
      const database = await open({}, join(folder, 'a'.repeat(120)));
      await expect(database.share()).rejects.toThrow('too long for a socket');
      expect(database.isAlone).toBe(true);
    });
  },
);
