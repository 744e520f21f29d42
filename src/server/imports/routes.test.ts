import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { importReportSchema } from '#shared/imports/report.ts';
import { createTestApiKey } from '#test/api-key.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { insertInstitution } from '#test/factories.ts';
import { clearImported } from '#test/imports.ts';
import { BodyTooLarge, readLimitedBodyBytes } from './inflate.ts';

let testApp: TestApp;
let key: string;
beforeAll(async () => {
  testApp = await buildTestApp();
});
beforeEach(async () => {
  await clearImported(testApp.database);
  key = await createTestApiKey(testApp.database.background, 'nightly');
});
afterAll(() => testApp.close());

const file = 'Practice Name,Zip\nCafé Molar,06831\n,06831\n';
const send = (payload: string | Buffer, headers: Record<string, string> = {}, kind = 'practices') =>
  testApp.app.inject({
    method: 'POST',
    url: `/api/ingest/${kind}`,
    payload,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv', ...headers },
  });
const practices = async () =>
  (await testApp.database.background.selectFrom('location').select('name').execute()).map(
    (row) => row.name,
  );

test('a feed with a key is imported and answered with its report', async () => {
  const answer = await send(file, { 'content-type': 'text/csv; charset=utf-8' });
  expect(answer.statusCode).toBe(200);
  expect(importReportSchema.parse(answer.json())).toMatchObject({
    kind: 'practices',
    rowsRead: 2,
    added: 1,
    rejected: 1,
  });
  expect(await practices()).toEqual(['Café Molar']);
  const used = await testApp.database.background
    .selectFrom('api_key')
    .select('last_used_at')
    .where('last_used_at', 'is not', null)
    .execute();
  expect(used).toHaveLength(1);
});

test('a feed sets its number format with a parameter', async () => {
  await insertInstitution(testApp.database, { institution_id: 5 }, [{ location_id: 50 }]);
  const usage = 'Location ID,Date,Messaging\n50,2026-11-15,1.204\n50,2026-11-16,998\n';
  const refused = await send(usage, {}, 'usage');
  expect([refused.statusCode, refused.body]).toEqual([
    422,
    expect.stringContaining('1.204 (line 2) is 1.204 or 1,204'),
  ]);
  const answer = await send(usage, {}, 'usage?numbers=decimal-comma');
  expect(importReportSchema.parse(answer.json())).toMatchObject({
    added: 2,
    columns: [
      {},
      {},
      {
        header: 'Messaging',
        note: 'numbers such as 1.204 (line 2) are read as 1204, as you chose',
      },
    ],
  });
  expect((await send(usage, {}, 'usage?numbers=comma')).statusCode).toBe(422);
});

test('gzip is decompressed', async () => {
  expect((await send(gzipSync(file), { 'content-encoding': 'gzip' })).json()).toMatchObject({
    added: 1,
  });
  expect(
    (await send(Buffer.from('not gzip at all'), { 'content-encoding': 'gzip' })).statusCode,
  ).toBe(422);
  expect(
    (await send(gzipSync(file).subarray(0, 20), { 'content-encoding': 'gzip' })).statusCode,
  ).toBe(422);
});

test.each([
  ['no key', {}],
  ['another scheme', { authorization: 'Basic abc' }],
  ['no secret', { authorization: 'Bearer ' }],
  ['an unknown key', { authorization: `Bearer chairside_${'A'.repeat(43)}` }],
  ['a key with more behind it', { authorization: `Bearer chairside_${'A'.repeat(44)}` }],
])('%s is a 401 and nothing goes in', async (_, headers) => {
  const answer = await testApp.app.inject({
    method: 'POST',
    url: '/api/ingest/practices',
    payload: file,
    headers: { 'content-type': 'text/csv', ...headers },
  });
  expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, 'Bearer']);
  expect(await practices()).toEqual([]);
});

test('a revoked key and a signed-in person without a key are a 401', async () => {
  await testApp.database.background
    .updateTable('api_key')
    .set({ revoked_at: new Date() })
    .execute();
  expect((await send(file)).statusCode).toBe(401);
  expect(
    (
      await testApp.inject({
        method: 'POST',
        url: '/api/ingest/practices',
        payload: file,
        headers: { 'content-type': 'text/csv' },
      })
    ).statusCode,
  ).toBe(401);
});

test('only the hash of a key is stored', async () => {
  const stored = JSON.stringify(
    await testApp.database.background.selectFrom('api_key').selectAll().execute(),
  );
  expect(stored).not.toContain(key.slice('chairside_'.length));
});

test('other content is refused with the reason', async () => {
  expect((await send('{}', { 'content-type': 'application/json' })).statusCode).toBe(415);
  expect((await send(file, { 'content-encoding': 'br' })).statusCode).toBe(415);
  expect((await send(file, {}, 'patients')).statusCode).toBe(422);
  const noHeader = await send('foo,bar\n1,2\n');
  expect([noHeader.statusCode, noHeader.body]).toEqual([
    422,
    expect.stringContaining('columns are "foo", "bar"'),
  ]);
  expect((await send('')).statusCode).toBe(422);
  expect(await practices()).toEqual([]);
});

test('a report contains no control characters of a header', async () => {
  const answer = await send('Practice\0Name,Zip\n,06831\n');
  expect([answer.statusCode, answer.json()]).toMatchObject([
    200,
    { rejected: 1, rejects: [{ column: 'PracticeName', value: '' }] },
  ]);
});

test('a header that is too long for the report is not cut within a character', async () => {
  const answer = await send(`Practice Name,${'x'.repeat(99)}😀\nElm Dental,1\n`);
  expect([
    answer.statusCode,
    importReportSchema.parse(answer.json()).columns.map(({ header }) => header),
  ]).toEqual([200, ['Practice Name', 'x'.repeat(99)]]);
});

test('a practice with names of maximum length is matched again', async () => {
  const long = (from: number) =>
    Array.from({ length: 500 }, (_, index) => String.fromCodePoint(from + 7 * index)).join('');
  const practice = `Institution Name,Practice Name,Street\n${long(0x4e00)},${long(0x4e01)},${long(0x4e02)}\n`;
  expect((await send(practice)).json()).toMatchObject({ added: 1, rejected: 0 });
  expect((await send(practice)).json()).toMatchObject({ added: 0, unchanged: 1 });
});

test.each([
  ['Date', '0000-01-01', 'lies outside the years 1900 to 2200'],
  ['Date', '+275760-09-13', 'is not a date'],
  ['Date', '2026-02-30', 'is not a date'],
  ['Value', '1e308', 'is larger than a trillion'],
  ['Value', '1e-300', 'is smaller than a millionth'],
  ['Value', 'NaN', 'is not a number'],
])('a %s of %j is left out with the reason', async (column, value, reason) => {
  const cells = {
    'Institution ID': '1',
    'Location ID': '1',
    Product: 'forms',
    Date: '2026-11-02',
    Value: '1',
    [column]: value,
  };
  const answer = await send(
    `${Object.keys(cells).join(',')}\n${Object.values(cells).join(',')}\n`,
    {},
    'usage',
  );
  expect(answer.statusCode).toBe(200);
  expect(importReportSchema.parse(answer.json())).toMatchObject({
    added: 0,
    rejected: 1,
    rejects: [{ reason: expect.stringContaining(reason) }],
  });
});

test('a gzip bomb is stopped early by its decompressed size', async () => {
  const bomb = gzipSync(
    Buffer.concat([Buffer.from('Name,Zip\n'), Buffer.alloc(20 * 2 ** 20, 'A,06510\n')]),
  );
  let unpacked = 0;
  const unpack = async () => {
    for await (const chunk of readLimitedBodyBytes(Readable.from([bomb]), true, {
      mostBytes: 2 ** 30,
      mostRatio: 100,
    }))
      unpacked += chunk.length;
  };
  await expect(unpack()).rejects.toThrow(BodyTooLarge);
  expect(unpacked).toBeLessThanOrEqual(100 * bomb.length);
  const answer = await send(bomb, { 'content-encoding': 'gzip' });
  expect([answer.statusCode, answer.body]).toEqual([413, expect.stringContaining('100 times')]);
  expect(await practices()).toEqual([]);
  const large = readLimitedBodyBytes(Readable.from([Buffer.alloc(900), Buffer.alloc(200)]), false, {
    mostBytes: 1000,
    mostRatio: 100,
  });
  await expect(large.toArray()).rejects.toThrow(BodyTooLarge);
});

test('an interrupted transfer leaves nothing', async () => {
  await testApp.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = testApp.app.server.address() as AddressInfo;
  await new Promise<void>((resolve) => {
    const request = httpRequest({
      port,
      host: '127.0.0.1',
      path: '/api/ingest/practices',
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv' },
    });
    request.on('error', () => resolve());
    request.write(`Name,Zip\n${'A,06510\n'.repeat(30_000)}`, () =>
      setTimeout(() => request.destroy(new Error('gone')), 300),
    );
  });
  const runs = () => testApp.database.background.selectFrom('import_run').select('state').execute();
  await expect.poll(runs, { timeout: 20_000 }).toEqual([{ state: 'failed' }]);
  expect(await practices()).toEqual([]);
});

test('a key that is used too often has to wait, and other keys do not', async () => {
  const statuses = [];
  for (let call = 0; call < 61; call++) statuses.push((await send('foo\n1\n')).statusCode);
  expect(statuses.filter((status) => status === 422)).toHaveLength(60);
  expect(statuses.at(-1)).toBe(429);
  key = await createTestApiKey(testApp.database.background, 'another');
  expect((await send(file)).statusCode).toBe(200);
});
