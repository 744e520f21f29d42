import { afterEach, describe, expect, it } from 'vitest';
import { parseEnv } from '#server/core/env/env.ts';
import { IdentityRejected, IdentityUnavailable } from '#server/core/providers/identity.ts';
import {
  createProviderCallRecorder,
  withRecordedIdentityCalls,
} from '#server/core/providers/watch/watch.ts';
import { chooseCrmProvider } from '#server/crm/choose-crm.ts';
import {
  getIntegrations,
  type Integration,
  postIntegrationTest,
} from '#shared/admin/integrations.ts';
import { getSystemNotices } from '#shared/core/notices.ts';
import type { ProviderKind } from '#shared/core/provider-names.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { createTestDatabase } from '#test/database.ts';
import { googleStubKey, startGooglePlacesStub } from '#test/google-places-stub.ts';
import { createSmallWorld } from '#test/hubspot-stub/builders.ts';
import { startHubspotStub } from '#test/hubspot-stub/stub.ts';
import { stubToken } from '#test/hubspot-stub/surroundings.ts';

const now = '2026-11-18T18:00:00.000Z';
let test: TestApp;
let admin: string;
afterEach(() => test.close());

async function listed(provider: ProviderKind): Promise<Integration | undefined> {
  const { rows } = getIntegrations.response.parse(
    (await test.inject({ url: getIntegrations.path, headers: { cookie: admin } })).json(),
  );
  return rows.find((row) => row.provider === provider);
}
async function ask(provider: string) {
  const url = postIntegrationTest.path.replace(':provider', provider);
  return test.inject({ method: 'POST', url, payload: {}, headers: { cookie: admin } });
}

it('built-in data responds to a test, which is recorded', async () => {
  test = await buildTestApp();
  admin = await test.signIn('admin');
  expect(await listed('crm')).toMatchObject({
    mode: 'Built-in data',
    isElsewhere: false,
    answeredAt: null,
    failedAt: null,
    copies: null,
  });
  for (const provider of ['crm', 'places'])
    expect((await ask(provider)).json()).toMatchObject({ error: null });
  expect(await listed('places')).toMatchObject({ answeredAt: now, failedAt: null });
  expect((await listed('crm'))?.milliseconds).toBeGreaterThanOrEqual(0);
  const audit = await test.database.foreground
    .selectFrom('audit_log')
    .select(['action', 'object_id'])
    .orderBy('position')
    .execute();
  expect(audit).toEqual(
    ['crm', 'places'].map((object_id) => ({ action: 'integration.test', object_id })),
  );
  expect((await ask('mail')).statusCode).toBe(422);
});

it('an identity provider that does not respond is shown with the reason until it responds again', async () => {
  let isDown = true;
  const identity = {
    begin: () => Promise.reject(new IdentityUnavailable('fetch failed')),
    finish: () => Promise.reject(new IdentityRejected('the state is another one')),
    signOutUrl: async () => null,
    isDown: () => isDown,
    probe: async () => {
      if (isDown) throw new IdentityUnavailable('fetch failed');
    },
  };
  test = await buildTestApp({
    env: { OIDC_ISSUER: 'http://localhost:9/id', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' },
    dependencies: { identity },
  });
  const { dependencies } = test;
  dependencies.identity = withRecordedIdentityCalls(
    identity,
    createProviderCallRecorder(test.database.foreground, 'identity', dependencies.clock),
  );
  admin = await test.signIn('admin');
  await expect(dependencies.identity.begin()).rejects.toThrow(IdentityUnavailable);
  // The provider is not called, because the sign-in is already refused here.
  await expect(
    dependencies.identity.finish('', { state: '', nonce: '', codeVerifier: '' }),
  ).rejects.toThrow(IdentityRejected);
  expect(await listed('identity')).toMatchObject({
    mode: 'google, localhost:9',
    failedAt: now,
    error: 'fetch failed',
    answeredAt: null,
  });
  expect((await ask('identity')).json()).toMatchObject({ error: 'fetch failed' });
  isDown = false;
  test.setClock(new Date('2026-11-18T18:05:00Z'));
  expect((await ask('identity')).json()).toMatchObject({ error: null });
  expect(await listed('identity')).toMatchObject({
    answeredAt: '2026-11-18T18:05:00.000Z',
    failedAt: now,
    trouble: null,
  });
});

describe('HubSpot', () => {
  it('is called itself, with its quota, age and failures; old copies are announced to all users', async () => {
    const stub = await startHubspotStub(createSmallWorld(), stubToken);
    const env = { HUBSPOT_TOKEN: stubToken, HUBSPOT_BASE_URL: stub.baseUrl, SEED: 'none' };
    const database = await createTestDatabase();
    const crm = chooseCrmProvider(
      parseEnv({ NODE_ENV: 'test', ...env }),
      database.database.foreground,
      () => new Date(now),
    );
    test = await buildTestApp({ env, database, dependencies: { crm } });
    admin = await test.signIn('admin');
    expect((await ask('crm')).json()).toMatchObject({ error: null });
    expect(await listed('crm')).toMatchObject({
      mode: 'HubSpot',
      isElsewhere: true,
      answeredAt: now,
      copies: { asOf: null, isStale: true },
      quotas: [{ name: 'general' }, { name: 'search' }],
    });
    stub.fault = () => 'hang up';
    const failed = (await ask('crm')).json();
    expect(failed.error).toMatch(/^HubSpot /);
    expect(await listed('crm')).toMatchObject({ failedAt: now, error: failed.error });
    expect(
      getSystemNotices.response.parse((await test.inject({ url: getSystemNotices.path })).json())
        .rows,
    ).toEqual([{ key: 'crm', text: 'The CRM has not been synced yet.' }]);
    await stub.close();
  });
});

it('shows an external directory with its calls today and its last failure', async () => {
  const stub = await startGooglePlacesStub([]);
  test = await buildTestApp({
    env: {
      PLACES_SEARCH: 'google',
      GOOGLE_PLACES_API_KEY: googleStubKey,
      GOOGLE_PLACES_BASE_URL: stub.baseUrl,
    },
  });
  admin = await test.signIn('admin');
  expect(await listed('places')).toMatchObject({
    mode: expect.stringMatching(/^Google Maps, 127\.0\.0\.1:\d+$/),
    isElsewhere: true,
    budget: { limit: 500, left: 500 },
  });
  expect((await ask('places')).json()).toMatchObject({ error: null });
  stub.setFault({ status: 403 });
  const { error } = (await ask('places')).json();
  expect(error).toMatch(/rejected the request \(403\)/);
  expect(await listed('places')).toMatchObject({
    ...{ answeredAt: now, failedAt: now, error },
    budget: { limit: 500, left: 498 },
  });
  await stub.close();
});
