import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type IdentityProvider, IdentityRejected } from '#server/core/providers/identity.ts';
import { createOidcProvider } from '#server/core/providers/identity-oidc.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { TestBrowser } from '#test/browser.ts';
import { type Faults, type IdentityStub, startIdentityStub } from '#test/identity-stub.ts';

const appOrigin = 'http://localhost:3000';
const redirectUri = `${appOrigin}/auth/callback`;
let stub: IdentityStub;
let testApp: TestApp;
/** Replacement for the provider's response; `undefined` for the real response. */
let said: IdentityProvider['finish'] | undefined;
beforeAll(async () => {
  stub = await startIdentityStub(redirectUri);
  const provider = createOidcProvider({ ...stub, redirectUri });
  testApp = await buildTestApp({
    identity: { ...provider, finish: (...answer) => (said ?? provider.finish)(...answer) },
  });
});
afterEach(async () => {
  said = undefined;
  for (const table of ['user_session', 'auth_event', 'app_user'] as const)
    await testApp.database.foreground.deleteFrom(table).execute();
});
afterAll(async () => {
  await testApp.close();
  await stub.close();
});

async function signIn(faults: Faults): Promise<{ status: number; location: string | null }> {
  stub.faults = faults;
  const browser = new TestBrowser({ [appOrigin]: testApp.app });
  const answer = await browser.request(
    (await browser.visit(`${appOrigin}/auth/google`, {}, redirectUri)).from,
  );
  return { status: answer.status, location: answer.headers.get('location') };
}

const expired = { status: 303, location: '/employee-login?reason=expired&returnTo=%2Fapp' };
const refusals = () =>
  testApp.database.foreground.selectFrom('auth_event').select(['kind', 'detail']).execute();
const people = () =>
  testApp.database.foreground.selectFrom('app_user').select(['name', 'picture']).execute();
const withClaim = (claim: string, value: string): Faults => ({
  claims: (claims) => ({ ...claims, [claim]: value }),
});
const hostile = {
  'a NUL': 'Ana\0',
  'half a pair': '\ud800Ana',
  'the other half': 'Ana\udfff',
  '100,000 characters': 'x'.repeat(100_000),
};

test.each(
  ['name', 'email', 'sub'].flatMap((claim) =>
    Object.entries(hostile).map(([what, value]) => [claim, what, value] as const),
  ),
)('the claim %s with %s is a refusal that is written down', async (claim, _, value) => {
  expect(await signIn(withClaim(claim, value))).toEqual(expired);
  expect(await refusals()).toEqual([
    { kind: 'refused_expired', detail: { cause: expect.stringContaining(claim) } },
  ]);
  expect(await people()).toEqual([]);
});

test.each(Object.entries(hostile))('a picture with %s is left out', async (_, value) => {
  expect(await signIn(withClaim('picture', `https://pictures.test/${value}`))).toEqual({
    status: 303,
    location: '/app',
  });
  expect(await people()).toEqual([{ name: 'Ana Stub', picture: null }]);
});

test('the reason for a refused sign-in is recorded, whatever text it contains', async () => {
  said = () => Promise.reject(new IdentityRejected('half a pair \ud800 and a NUL \0'));
  expect(await signIn({})).toEqual(expired);
  expect(await refusals()).toEqual([
    { kind: 'refused_expired', detail: { cause: 'half a pair \ufffd and a NUL \ufffd' } },
  ]);
});

test('the organization of a refused account is recorded too', async () => {
  const ana = {
    issuer: 'https://accounts.google.com',
    subject: 'ana',
    email: 'ana@corp.test',
    name: 'Ana',
    picture: null,
  };
  said = async () => ({ ...ana, emailVerified: false, hostedDomain: 'corp\0' });
  expect((await signIn({})).location).toContain('unverified');
  expect(await refusals()).toMatchObject([
    { kind: 'refused_unverified', detail: { hostedDomain: 'corp\ufffd' } },
  ]);
});

test.each([
  ['azp', 'the ID token was issued to another client'],
  ['at_hash', 'the ID token belongs to another access token'],
])('an ID token with a foreign %s is a refusal that is written down', async (claim, cause) => {
  expect(await signIn(withClaim(claim, 'foreign'))).toEqual(expired);
  expect(await refusals()).toEqual([
    { kind: 'refused_expired', detail: { cause: `${claim}: ${cause}` } },
  ]);
  expect(await people()).toEqual([]);
});

test('a token response without an end is an outage of the provider, and the next sign-in succeeds', async () => {
  const answer = await signIn({ endless: { path: '/token', pace: 'flood' } });
  expect(answer).toEqual({
    status: 303,
    location: '/employee-login?reason=provider_down&returnTo=%2Fapp',
  });
  expect(await people()).toEqual([]);
  expect(await signIn({})).toEqual({ status: 303, location: '/app' });
});
