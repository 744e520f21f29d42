import { createHash, randomBytes, randomUUID } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Upload, uploadSchema } from '#shared/imports/wizard.ts';
import { buildImportTestApp } from '#test/import-wizard.ts';
import { clearImported } from '#test/imports.ts';
import { allowsMounts, mountSmallDisk } from '#test/machine.ts';
import { pageHeaders } from '#test/page-user.ts';

let wizard: Awaited<ReturnType<typeof buildImportTestApp>>;
let uploads: string;
beforeAll(async () => {
  wizard = await buildImportTestApp();
  uploads = join(wizard.folder.path, 'uploads');
});
beforeEach(() => clearImported(wizard.app.database));
afterAll(() => wizard.close());

const practices = `Customer ID,Location ID,Name\n${Array.from({ length: 40 }, (_, id) => `C${id},L${id},Dental ${id}`).join('\n')}\n`;
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
const sent = async (content: string | Buffer): Promise<Upload> =>
  uploadSchema.parse((await wizard.send('practices.csv', content)).json());
const institutions = async () =>
  (await wizard.app.database.background.selectFrom('institution').select('name').execute()).length;

describe('a file that is missing', () => {
  it('is reported when its columns are requested, and the server continues', async () => {
    const { uploadId } = await sent(practices);
    rmSync(join(uploads, uploadId));
    const answer = await wizard.get(`/api/imports/uploads/${uploadId}/columns`);
    expect([answer.statusCode, answer.body]).toEqual([
      422,
      'The file was deleted from the server. Send it again.',
    ]);
  });

  it('ends its check and its import with a sentence', async () => {
    const upload = await sent(practices);
    await wizard.plan(upload, { kind: 'practices' });
    rmSync(join(uploads, upload.uploadId));
    await wizard.work();
    const lost = { state: 'failed', error: 'The file was deleted from the server. Send it again.' };
    expect(await wizard.upload(upload.uploadId)).toMatchObject(lost);

    const checked = await wizard.check('practices', practices);
    rmSync(join(uploads, checked.uploadId));
    await wizard.start(checked);
    await wizard.work();
    expect(await wizard.upload(checked.uploadId)).toMatchObject(lost);
    expect(await institutions()).toBe(0);
  });

  it('of rejects is not found', async () => {
    const checked = await wizard.check('practices', `${practices}X,,\n`);
    expect(checked.hasRejects).toBe(true);
    rmSync(join(uploads, `${checked.uploadId}.rejects.csv`));
    expect((await wizard.get(`/api/imports/uploads/${checked.uploadId}/rejects`)).statusCode).toBe(
      404,
    );
  });
});

describe('one id', () => {
  it('sent three times at once has one writer, whose file and checksum are kept', async () => {
    const origin = await wizard.app.app.listen({ port: 0, host: '127.0.0.1' });
    const uploadId = randomUUID();
    const contents = ['a', 'b', 'c'].map((letter) =>
      Buffer.from(`Name\n${letter.repeat(20)}\n`.repeat(100_000)),
    );
    const answers = await Promise.all(
      contents.map(async (body) => {
        const answer = await fetch(`${origin}/api/imports/uploads/${uploadId}?name=same.csv`, {
          method: 'POST',
          headers: {
            ...pageHeaders(wizard.cookie),
            'content-type': 'application/octet-stream',
            origin: wizard.app.dependencies.env.APP_ORIGIN,
          },
          body,
        });
        return { status: answer.status, text: await answer.text(), body };
      }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const winner = answers.find(({ status }) => status === 200);
    const kept = readFileSync(join(uploads, uploadId));
    expect(uploadSchema.parse(JSON.parse(winner?.text ?? ''))).toMatchObject({
      sha256: sha256(winner?.body ?? ''),
      bytes: kept.length,
    });
    expect(sha256(kept)).toBe(sha256(winner?.body ?? ''));

    // The second request fails, and the file of the acknowledged first request stays in place.
    expect((await wizard.send('later.csv', 'Name\nLater\n', uploadId)).statusCode).toBe(409);
    expect(sha256(readFileSync(join(uploads, uploadId)))).toBe(sha256(kept));
    expect(readdirSync(uploads).filter((name) => name.startsWith(uploadId))).toEqual([uploadId]);
  });

  it('whose file another process has taken is refused, and that file stays', async () => {
    const uploadId = randomUUID();
    await sent(practices);
    writeFileSync(join(uploads, uploadId), 'of another process');
    expect((await wizard.send('a.csv', practices, uploadId)).statusCode).toBe(409);
    expect(readFileSync(join(uploads, uploadId), 'utf8')).toBe('of another process');
    rmSync(join(uploads, uploadId));
  });
});

it.each([
  ['as it is', practices],
  ['packed', gzipSync(practices)],
])('a file that is no longer the one that was checked is not imported (%s)', async (_, content) => {
  const checked = await wizard.check('practices', content);
  expect(checked).toMatchObject({ state: 'checked', sha256: sha256(content) });
  appendFileSync(
    join(uploads, checked.uploadId),
    typeof content === 'string' ? 'C99,L99,Slipped in\n' : gzipSync('C99,L99,Slipped in\n'),
  );
  await wizard.start(checked);
  await wizard.work();
  expect(await wizard.upload(checked.uploadId)).toMatchObject({
    state: 'failed',
    error: 'The file on the server differs from the file that you sent. Send it again.',
  });
  expect(await institutions()).toBe(0);
});

it('interrupted uploads are removed once their transfer must have ended', async () => {
  const { uploadId } = await sent(practices);
  const now = wizard.app.dependencies.clock();
  const put = (name: string, minutesAgo: number) => {
    writeFileSync(join(uploads, name), randomBytes(1_000));
    const at = new Date(now.getTime() - minutesAgo * 60_000);
    utimesSync(join(uploads, name), at, at);
    return name;
  };
  const gone = [
    put(`${randomUUID()}.${randomUUID()}.partial`, 90),
    put(randomUUID(), 90),
    put(`${randomUUID()}.rejects.csv`, 90),
  ];
  const stay = [put(`${randomUUID()}.${randomUUID()}.partial`, 30), uploadId];
  utimesSync(join(uploads, uploadId), new Date(0), new Date(0));
  expect(await wizard.forget()).toMatchObject({ abandonedBytes: 3_000 });
  for (const name of gone) expect(existsSync(join(uploads, name)), name).toBe(false);
  for (const name of stay) expect(existsSync(join(uploads, name)), name).toBe(true);
});

describe.skipIf(!allowsMounts)('on a full disk (not run where mounts are not allowed)', () => {
  const withSmallDisk = async (
    megabytes: number,
    work: (small: typeof wizard, path: string) => Promise<void>,
  ) => {
    const disk = mountSmallDisk(megabytes);
    const small = await buildImportTestApp(disk);
    try {
      await work(small, join(disk.path, 'uploads'));
    } finally {
      await small.close();
    }
  };

  it('a file that has no room is answered with a 507, leaves nothing, and can be sent again', async () => {
    await withSmallDisk(1, async (small, folder) => {
      const uploadId = randomUUID();
      const answer = await small.send('large.csv', Buffer.alloc(2 * 1024 ** 2, 'x'), uploadId);
      expect([answer.statusCode, answer.body]).toEqual([
        507,
        'The server has no disk space left for this file. Free some space and send it again.',
      ]);
      expect(readdirSync(folder)).toEqual([]);
      expect((await small.send('small.csv', practices, uploadId)).statusCode).toBe(200);
    });
  });

  it('an import whose rejects have no room fails with a sentence and writes nothing, and the next import continues', async () => {
    await withSmallDisk(3, async (small, folder) => {
      const rejected = `${practices}${'X,,\n'.repeat(60_000)}`;
      const { uploadId, version } = uploadSchema.parse(
        (await small.send('practices.csv', gzipSync(rejected))).json(),
      );
      await small.plan({ uploadId, version }, { kind: 'practices' });
      await expect(small.work()).rejects.toThrow('ENOSPC');
      expect(await small.upload(uploadId)).toMatchObject({
        state: 'failed',
        error: expect.stringContaining('The server has no disk space left.'),
      });
      rmSync(join(folder, `${uploadId}.rejects.csv`), { force: true });
      expect(await small.load('practices', practices)).toMatchObject({
        state: 'done',
        report: { added: 40 },
      });
    });
  });
});

it('a rejects file is limited and says how many rows are left out', async () => {
  const checked = await wizard.check('practices', `${practices}${'X,,\n'.repeat(120_000)}`);
  expect(checked).toMatchObject({
    state: 'checked',
    rejectsLeftOut: 20_000,
    report: { rejected: 120_000 },
  });
  expect(statSync(join(uploads, `${checked.uploadId}.rejects.csv`)).size).toBeLessThan(
    20 * 1024 ** 2,
  );
  const rejects = await wizard.get(`/api/imports/uploads/${checked.uploadId}/rejects`);
  expect(rejects.body.trimEnd().split('\n').at(-1)).toContain(
    'The file is full. 20,000 more rows are not in it.',
  );
});
