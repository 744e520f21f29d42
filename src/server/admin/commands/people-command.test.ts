import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#server/core/db/database.ts';
import { openDatabase } from '#server/core/db/open.ts';
import { getUser } from '#shared/auth/auth.ts';
import { buildTestApp } from '#test/app.ts';
import { shortProcessOptions } from '#test/child-process.ts';
import { createMigratedFolder } from '#test/database.ts';

const command = new URL('./people-command.ts', import.meta.url).pathname;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chairside-people-'));
  await createMigratedFolder(join(folder, 'data'));
});
afterEach(() => rm(folder, { recursive: true }));

async function run(
  ...words: string[]
): Promise<{ code: number | null; out: string; errors: string }> {
  const { DATABASE_URL: _, ...inherited } = process.env;
  const env = {
    ...inherited,
    DATA_DIR: join(folder, 'data'),
    ALLOWED_EMAIL_DOMAINS: 'example.com,chairside.example',
  };
  const child = spawn(process.execPath, [...shortProcessOptions, command, ...words], {
    cwd: folder,
    env,
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [out, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, out, errors };
}

async function withData<Result>(use: (database: Database) => Promise<Result>): Promise<Result> {
  const database = await openDatabase({ databaseUrl: undefined, dataDir: join(folder, 'data') });
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

const accounts = ({ background }: Database) =>
  background.selectFrom('app_user').select(['email', 'role', 'status']).orderBy('email').execute();
const audited = ({ background }: Database) =>
  background
    .selectFrom('audit_log')
    .select(['actor', 'action', 'detail'])
    .orderBy('position')
    .execute();

describe('while no server runs', () => {
  it('invites an unknown address, lists it, and says when there is nothing to do', async () => {
    expect(await run()).toEqual({
      code: 0,
      errors: '',
      out: expect.stringContaining('There are no users yet.'),
    });
    expect(await run('admin', 'Kim@chairside.example')).toEqual({
      ...{ code: 0, errors: '' },
      out: 'Kim@chairside.example is invited as an administrator. Sign in with this address now.\n',
    });
    expect((await run()).out).toMatch(
      /^Kim@chairside\.example {2}administrator {2}active {4}never signed in/,
    );
    expect((await run('admin', 'kim@chairside.example')).out).toBe(
      'kim@chairside.example was an administrator already.\n',
    );
    await withData(async (database) => {
      expect(await accounts(database)).toEqual([
        { email: 'Kim@chairside.example', role: 'admin', status: 'active' },
      ]);
      expect(await audited(database)).toEqual([
        {
          actor: 'command line',
          action: 'user.invite',
          detail: { email: 'Kim@chairside.example', role: 'admin' },
        },
      ]);
    });
  });

  it('refuses other words and addresses in a line, and changes nothing', async () => {
    const refusals: [words: string[], reason: RegExp][] = [
      [['admin'], /^npm run people/],
      [['admin', 'kim@chairside.example', 'lou@chairside.example'], /^npm run people/],
      [['member', 'kim@chairside.example'], /^npm run people/],
      [['--force'], /--force/],
      [['admin', 'kim'], /^“kim” is not an email address\.\n$/],
      [
        ['admin', 'kim@elsewhere.example'],
        /can't be invited: an address must end in @example\.com or @chairside\.example to sign in\.\n$/,
      ],
    ];
    for (const [words, reason] of refusals) {
      const { code, out, errors } = await run(...words);
      expect([code, out], words.join(' ')).toEqual([1, '']);
      expect(errors).toMatch(reason);
    }
    expect(await withData(accounts)).toEqual([]);
  });
});

describe('while a server runs', () => {
  it('enables the only, disabled administrator again', async () => {
    await withData(async (database) => {
      await database.share();
      const test = await buildTestApp({
        now: new Date(),
        database: { database, close: async () => undefined },
      });
      const cookie = await test.signIn('admin');
      const asks = (url: string) => test.inject({ url, headers: { cookie } });
      const { email } = getUser.response.parse((await asks(getUser.path)).json());
      await database.background
        .updateTable('app_user')
        .set({ status: 'disabled', role: 'member' })
        .execute();
      expect(await run('admin', email.toUpperCase())).toEqual({
        ...{ code: 0, errors: '' },
        out: `${email.toUpperCase()} was disabled and can sign in again.\n${email.toUpperCase()} is an administrator now.\n`,
      });
      expect(
        (await audited(database)).map(({ actor, action, detail }) => [actor, action, detail]),
      ).toEqual([
        [
          'command line',
          'user.state',
          { before: { state: 'disabled' }, after: { state: 'active' } },
        ],
        ['command line', 'user.role', { before: { role: 'member' }, after: { role: 'admin' } }],
      ]);
      test.setClock(new Date(Date.now() + 2_000));
      expect((await asks('/api/admin/accounts')).statusCode).toBe(200);
      await test.app.close();
    });
  });
});
