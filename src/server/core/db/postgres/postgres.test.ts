import { createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { DatabaseUnavailable } from '../database.ts';
import { openDatabase } from '../open.ts';

test('a missing server is reported in one line, without the password', async () => {
  const refused = await openDatabase({
    databaseUrl: 'postgres://desk:secret@127.0.0.1:1/chairside',
    dataDir: '',
  }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(DatabaseUnavailable);
  expect(refused).toHaveProperty(
    'message',
    'The PostgreSQL database at 127.0.0.1:1/chairside cannot be used: connect ECONNREFUSED 127.0.0.1:1',
  );
});

test('something that is not a PostgreSQL server, and one that hangs up, are refused too', async () => {
  for (const greet of [
    (socket: Socket) => socket.resume().end('HTTP/1.1 400 Bad Request\r\n\r\n'),
    (socket: Socket) => socket.destroy(),
  ]) {
    const server = createServer(greet);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    const refused = await openDatabase({
      databaseUrl: `postgres://desk:secret@127.0.0.1:${port}/chairside`,
      dataDir: '',
    }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(DatabaseUnavailable);
    expect(String(refused)).toContain(`127.0.0.1:${port}/chairside cannot be used`);
    expect(String(refused)).not.toContain('secret');
    await new Promise((resolve) => server.close(resolve));
  }
});

describe.skipIf(!process.env.TEST_DATABASE_URL)(
  'on a PostgreSQL server (needs TEST_DATABASE_URL)',
  () => {
    test('a connection that the server ends is replaced by the next query', async () => {
      const { database, close } = await createTestDatabase();
      const killed = sql`select pg_terminate_backend(pg_backend_pid())`.execute(
        database.foreground,
      );
      await expect(killed).rejects.toThrow(DatabaseUnavailable);
      expect(
        (await sql<{ one: number }>`select 1 as one`.execute(database.foreground)).rows,
      ).toEqual([{ one: 1 }]);
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()`.execute(
        database.background,
      );
      expect(
        (await sql<{ one: number }>`select 1 as one`.execute(database.background)).rows,
      ).toEqual([{ one: 1 }]);
      await close();
    });

    test('fifty at once share eight connections', async () => {
      const { database, close } = await createTestDatabase();
      await Promise.all(
        Array.from({ length: 50 }, () => sql`select pg_sleep(0.02)`.execute(database.foreground)),
      );
      const { rows } = await sql<{
        open: number;
      }>`select count(*) as open from pg_stat_activity where datname = current_database() and application_name = 'chairside'`.execute(
        database.background,
      );
      expect(rows[0]?.open).toBeLessThanOrEqual(12);
      await close();
    });
  },
);
