import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#server/core/db/open.ts';
import { formatJobScheduleReport, localAndUtcText } from '#server/core/jobs/describe.ts';
import { shortProcessOptions } from '#test/child-process.ts';
import { createMigratedFolder } from '#test/database.ts';
import { createTemporaryFolder } from '#test/temporary-folder.ts';
import { allJobSchedules, allJobs } from './rooms.ts';

const { path: folder, remove } = createTemporaryFolder();
beforeAll(async () => {
  await createMigratedFolder(folder);
});
afterAll(remove);

interface Ended {
  code: number;
  out: string;
  errors: string;
}

function jobsCommand(...words: string[]): Promise<Ended> {
  const command = join(import.meta.dirname, 'jobs-command.ts');
  const env = { ...process.env, NODE_ENV: 'test', DATA_DIR: folder, DATABASE_URL: '' };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...shortProcessOptions, command, ...words],
      { env },
      (error, out, errors) => {
        resolve({ code: error === null ? 0 : Number(error.code), out, errors });
      },
    );
  });
}

describe('npm run jobs', () => {
  it('runs a job, shows its progress, and records it like any other run', async () => {
    const ended = await jobsCommand('run', 'usage.refresh');
    expect(ended).toMatchObject({
      code: 0,
      errors: expect.stringMatching(/usage\.refresh .*100%/),
    });
    expect(ended.out).toMatch(/^usage\.refresh succeeded in \d+\.\d s\.\n$/);
    const database = await openDatabase({ dataDir: folder });
    try {
      const runs = await database.background.selectFrom('job_run').selectAll().execute();
      expect(runs).toMatchObject([
        {
          job: 'usage.refresh',
          schedule: null,
          state: 'succeeded',
          attempt: 1,
          lease_until: null,
          error: null,
        },
      ]);
      // This process has locked the data folder, like a running server.
      const refused = await jobsCommand('run', 'usage.refresh');
      expect(refused).toMatchObject({ code: 1, out: '' });
      expect(refused.errors).toMatch(
        /in use by another process[\s\S]*try again when the server is ready/,
      );
      await database.share();
      expect(await jobsCommand('run', 'usage.refresh')).toMatchObject({
        code: 0,
        out: expect.stringContaining('usage.refresh succeeded'),
      });
      expect(await database.background.selectFrom('job_run').select('state').execute()).toEqual([
        { state: 'succeeded' },
        { state: 'succeeded' },
      ]);
    } finally {
      await database.close();
    }
  });

  it('runs a job for past weeks, and the audit log records it', async () => {
    const ended = await jobsCommand(
      'run',
      'usage.refresh',
      '--from',
      '2026-11-01',
      '--to',
      '2026-11-14',
    );
    expect(ended).toMatchObject({
      code: 0,
      out: expect.stringContaining('usage.refresh succeeded'),
    });
    const database = await openDatabase({ dataDir: folder });
    try {
      const newest = database.background
        .selectFrom('job_run')
        .select(['result', 'arguments'])
        .orderBy('created_at', 'desc');
      const range = { from: '2026-11-01', to: '2026-11-14' };
      expect(await newest.executeTakeFirst()).toEqual({ result: { dates: 2 }, arguments: range });
      const audits = await database.background
        .selectFrom('audit_log')
        .select(['actor', 'detail'])
        .where('action', '=', 'job.run')
        .execute();
      expect(audits).toEqual([{ actor: 'command line', detail: { job: 'usage.refresh', range } }]);
    } finally {
      await database.close();
    }
  });

  it('lists the jobs with their last and next run', async () => {
    const ended = await jobsCommand('list');
    expect(ended).toMatchObject({ code: 0, errors: '' });
    expect(ended.out).toMatch(
      /usage\.refresh\n {2}Usage is updated.*\n {2}next .* UTC\n {2}last .*succeeded/,
    );
    expect(ended.out).toMatch(/scores\.backfill\n {2}Runs on request\.\n {2}last {2}never/);
  });

  it('prints the usage for invalid arguments', async () => {
    const unknown = await jobsCommand('run', 'scores.weekly');
    expect(unknown).toMatchObject({ code: 1, out: '' });
    expect(unknown.errors.trimEnd().split('\n')).toHaveLength(1);
    expect(unknown.errors).toContain('scores.official');
    for (const words of [[], ['walk', 'usage.refresh'], ['run', 'usage.refresh', 'twice']]) {
      const ended = await jobsCommand(...words);
      expect(ended, words.join(' ')).toMatchObject({ code: 1, out: '' });
      expect(ended.errors).toContain('npm run jobs -- run NAME');
    }
  });
});

describe('the list', () => {
  const zone = 'America/Los_Angeles';

  it('shows each time in local time and UTC, across both clock changes', () => {
    expect(localAndUtcText(new Date('2026-11-22T10:00:00Z'), zone)).toBe(
      'Sun 2026-11-22 02:00 PST = 2026-11-22 10:00 UTC',
    );
    expect(localAndUtcText(new Date('2027-03-14T10:00:00Z'), zone)).toBe(
      'Sun 2027-03-14 03:00 PDT = 2027-03-14 10:00 UTC',
    );
    expect(localAndUtcText(new Date('2026-11-19T08:00:00Z'), zone)).toBe(
      'Thu 2026-11-19 00:00 PST = 2026-11-19 08:00 UTC',
    );
  });

  it('lists every job once, and the next Sunday that the clock change moves', () => {
    const text = formatJobScheduleReport(
      { jobs: allJobs, schedules: allJobSchedules },
      [],
      zone,
      new Date('2027-03-13T20:00:00Z'),
    );
    expect(text.split('\n\n').map((job) => job.split('\n')[0])).toEqual(
      allJobs.map((job) => job.name),
    );
    expect(text).toMatch(/scores\.official\n.*\n {2}next {2}Sun 2027-03-14 03:00 PDT/);
  });
});
