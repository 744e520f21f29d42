import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getApiKeys } from '#shared/imports/api-keys.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';

let test: TestApp;
let admin: string;
beforeAll(async () => {
  test = await buildTestApp();
  admin = await test.signIn('admin');
});
afterAll(() => test.close());

const post = (url: string, payload: object, cookie = admin) =>
  test.inject({ method: 'POST', url, payload, headers: { cookie } });
const make = (facts: object = {}) => {
  const apiKeyId = randomUUID();
  return {
    apiKeyId,
    answer: post('/api/imports/api-keys', {
      apiKeyId,
      name: 'Nightly',
      scopes: ['usage'],
      ...facts,
    }),
  };
};
const ingest = (kind: string, key: string) =>
  test.app.inject({
    method: 'POST',
    url: `/api/ingest/${kind}`,
    payload: 'name,street address,city,state\nOak Dental,1 Main St,Reno,NV\n',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv' },
  });
const keys = async () =>
  getApiKeys.response.parse(
    (await test.inject({ url: '/api/imports/api-keys', headers: { cookie: admin } })).json(),
  ).rows;

it('a key imports only the kinds of its scopes', async () => {
  const { key } = (await make({ scopes: ['practices'] }).answer).json<{ key: string }>();
  expect((await ingest('practices', key)).statusCode).toBe(200);
  const refused = await ingest('usage', key);
  expect([refused.statusCode, refused.body]).toEqual([
    403,
    "This key can't send usage. Use a key with that permission.",
  ]);
  expect((await keys())[0]).toMatchObject({
    scopes: ['practices'],
    madeBy: 'Avery Admin',
    lastUsedAt: expect.any(String),
  });
});

it('is shown once; a double click makes one', async () => {
  const { apiKeyId, answer } = make();
  const { key } = (await answer).json<{ key: string }>();
  const again = await post('/api/imports/api-keys', {
    apiKeyId,
    name: 'Nightly',
    scopes: ['usage'],
  });
  expect(again.statusCode).toBe(409);
  expect(JSON.stringify(await keys())).not.toContain(key);
  const { rows } = await test.database.background
    .selectFrom('api_key')
    .selectAll()
    .where('api_key_id', '=', apiKeyId)
    .execute()
    .then((rows) => ({ rows }));
  expect(JSON.stringify(rows)).not.toContain(key.slice('chairside_'.length));
});

it('is refused once it is revoked, and the audit log has both actions', async () => {
  const { apiKeyId, answer } = make({ name: 'To be revoked', scopes: ['practices'] });
  const { key } = (await answer).json<{ key: string }>();
  expect((await post(`/api/imports/api-keys/${apiKeyId}/revoke`, {})).json()).toMatchObject({
    revokedAt: expect.any(String),
  });
  expect((await post(`/api/imports/api-keys/${apiKeyId}/revoke`, {})).statusCode).toBe(200);
  expect((await ingest('practices', key)).statusCode).toBe(401);
  const rows = await test.database.foreground
    .selectFrom('audit_log')
    .select('action')
    .where('object_id', '=', apiKeyId)
    .orderBy('position')
    .execute();
  expect(rows.map(({ action }) => action)).toEqual(['api_key.make', 'api_key.revoke']);
});

it.each([
  { scopes: [] },
  { scopes: ['usage', 'usage'] },
  { scopes: ['everything'] },
  { name: '  ' },
  { name: 'a\u0000b' },
])('refuses %j', async (facts) => {
  expect((await make(facts).answer).statusCode).toBe(422);
});

it('is for administrators', async () => {
  const member = await test.signIn('member');
  expect(
    (await test.inject({ url: '/api/imports/api-keys', headers: { cookie: member } })).statusCode,
  ).toBe(403);
  expect(
    (
      await post(
        '/api/imports/api-keys',
        { apiKeyId: randomUUID(), name: 'Mine', scopes: ['usage'] },
        member,
      )
    ).statusCode,
  ).toBe(403);
  expect((await post(`/api/imports/api-keys/${randomUUID()}/revoke`, {})).statusCode).toBe(404);
});
