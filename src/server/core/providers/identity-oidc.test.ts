import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { chooseDemoUser, TestBrowser } from '#test/browser.ts';
import { type ServedDemoIdentity, serveDemoIdentity } from '#test/demo-identity.ts';
import { type Faults, type IdentityStub, startIdentityStub } from '#test/identity-stub.ts';
import {
  type IdentityProvider,
  IdentityRejected,
  IdentityUnavailable,
  type SignInStart,
} from './identity.ts';
import { createOidcProvider } from './identity-oidc.ts';

const appOrigin = 'http://localhost:3000';
const redirectUri = `${appOrigin}/auth/callback`;

interface Subject {
  issuer: string;
  provider: IdentityProvider;
  /** Signs in at the provider and returns the query string of the callback. */
  signIn(start: SignInStart): Promise<string>;
  person: { subject: string; email: string; name: string };
  signOutUrl: string | null;
}

let stub: IdentityStub;
let demo: ServedDemoIdentity;
const subjects: Record<string, () => Subject> = {
  'the demo provider': () => ({
    issuer: demo.issuer,
    provider: createOidcProvider({ ...demo, redirectUri }),
    signIn: async (start) =>
      (await chooseDemoUser(new TestBrowser(), start.url, 'avery-admin', redirectUri)).search.slice(
        1,
      ),
    person: { subject: 'avery-admin', email: 'avery.admin@chairside.example', name: 'Avery Admin' },
    signOutUrl: null,
  }),
  'a strict provider': () => ({
    issuer: stub.issuer,
    provider: createOidcProvider({ ...stub, redirectUri }),
    signIn: stubSignIn,
    person: { subject: 'stub-person', email: 'ana@corp.test', name: 'Ana Stub' },
    signOutUrl: `${stub.issuer}/sign-out?post_logout_redirect_uri=${encodeURIComponent(`${appOrigin}/`)}&client_id=stub-client`,
  }),
};

async function stubSignIn(start: SignInStart): Promise<string> {
  return (await new TestBrowser().visit(start.url, {}, redirectUri)).from.search.slice(1);
}

beforeAll(async () => {
  [stub, demo] = await Promise.all([
    startIdentityStub(redirectUri),
    serveDemoIdentity({ appOrigin }),
  ]);
});

afterEach(() => {
  stub.faults = {};
});

afterAll(() => Promise.all([stub.close(), demo.close()]));

describe.each(Object.entries(subjects))('signing in with %s', (_, subject) => {
  test('verifies the user', async () => {
    const { provider, issuer, person, signIn } = subject();
    const start = await provider.begin();
    expect(await provider.finish(await signIn(start), start)).toEqual({
      issuer,
      ...person,
      emailVerified: true,
      hostedDomain: null,
      picture: null,
    });
  });

  test('every sign-in has its own secrets, and sign-ins do not interfere', async () => {
    const { provider, person, signIn } = subject();
    const starts = await Promise.all([provider.begin(), provider.begin()]);
    const secrets = starts.flatMap(({ state, nonce, codeVerifier }) => [
      state,
      nonce,
      codeVerifier,
    ]);
    expect(new Set(secrets).size).toBe(6);
    expect(starts.every(({ url, codeVerifier }) => !url.includes(codeVerifier))).toBe(true);
    const [first, second] = await Promise.all(starts.map(signIn));
    const [one, two] = starts;
    expect((await provider.finish(second ?? '', two as SignInStart)).subject).toBe(person.subject);
    expect((await provider.finish(first ?? '', one as SignInStart)).subject).toBe(person.subject);
  });

  test('a code is valid once', async () => {
    const { provider, signIn } = subject();
    const start = await provider.begin();
    const answer = await signIn(start);
    await provider.finish(answer, start);
    await expect(provider.finish(answer, start)).rejects.toThrow(IdentityRejected);
  });

  test.each(['state', 'nonce', 'codeVerifier'] as const)(
    'another attempt’s %s is refused',
    async (secret) => {
      const { provider, signIn } = subject();
      const [start, other] = await Promise.all([provider.begin(), provider.begin()]);
      const answer = await signIn(start);
      await expect(provider.finish(answer, { ...start, [secret]: other[secret] })).rejects.toThrow(
        IdentityRejected,
      );
    },
  );

  test.each([
    ['another issuer', (query: URLSearchParams) => query.set('iss', 'https://evil.example')],
    ['no issuer', (query: URLSearchParams) => query.delete('iss')],
    ['two states', (query: URLSearchParams) => query.append('state', 'x')],
    ['two codes', (query: URLSearchParams) => query.append('code', 'x')],
    ['no state', (query: URLSearchParams) => query.delete('state')],
    ['no code', (query: URLSearchParams) => query.delete('code')],
    ['an unknown code', (query: URLSearchParams) => query.set('code', 'x')],
    ['an error', (query: URLSearchParams) => query.set('error', 'access_denied')],
  ])('an answer with %s is refused', async (_, change) => {
    const { provider, signIn } = subject();
    const start = await provider.begin();
    const query = new URLSearchParams(await signIn(start));
    change(query);
    await expect(provider.finish(query.toString(), start)).rejects.toThrow(IdentityRejected);
  });

  test('an empty answer is refused', async () => {
    const { provider } = subject();
    await expect(provider.finish('', await provider.begin())).rejects.toThrow(IdentityRejected);
  });

  test('signing out there', async () => {
    const { provider, signOutUrl } = subject();
    expect(await provider.signOutUrl()).toBe(signOutUrl);
  });

  test('a code cannot be used at another redirect URL', async () => {
    const { signIn, provider, issuer } = subject();
    const start = await provider.begin();
    const answer = await signIn(start);
    const settings = issuer === demo.issuer ? demo : stub;
    const behindProxy = createOidcProvider({
      ...settings,
      redirectUri: 'http://internal:3000/auth/callback',
    });
    await expect(behindProxy.finish(answer, start)).rejects.toThrow(IdentityRejected);
  });
});

const now = () => Math.floor(Date.now() / 1_000);
/** Returns the `at_hash` claim of an access token, for an ID token signed with SHA-256. */
const atHash = (accessToken: string) =>
  createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url');

describe('a dishonest provider', () => {
  const cheats: [string, Faults][] = [
    ['signed by a foreign key', { signature: 'foreign key' }],
    ['with alg none', { signature: 'none' }],
    ['without a signature', { signature: 'missing' }],
    ['signed with the client secret', { signature: 'shared secret' }],
    ['signed with our reading of its public key', { signature: 'public key as secret' }],
    ['changed after signing', { signature: 'tampered' }],
    ['for another client', { claims: (claims) => ({ ...claims, aud: 'somebody-else' }) }],
    [
      'for two clients, us not the authorized one',
      { claims: (claims) => ({ ...claims, aud: [claims.aud, 'else'], azp: 'else' }) },
    ],
    [
      'for us alone, but issued to another client',
      { claims: (claims) => ({ ...claims, azp: 'else' }) },
    ],
    [
      'for a list of us alone, but issued to another client',
      { claims: (claims) => ({ ...claims, aud: [claims.aud], azp: 'else' }) },
    ],
    [
      'for two clients, without the authorized one',
      { claims: (claims) => ({ ...claims, aud: [claims.aud, 'else'] }) },
    ],
    ['issued to a number', { claims: (claims) => ({ ...claims, azp: 7 }) }],
    ['issued to no client', { claims: (claims) => ({ ...claims, azp: '' }) }],
    [
      'for another access token',
      { claims: (claims) => ({ ...claims, at_hash: atHash('another') }) },
    ],
    [
      'with half of the access token’s hash',
      { claims: (claims) => ({ ...claims, at_hash: atHash('stub-access').slice(0, 11) }) },
    ],
    ['with an empty access token hash', { claims: (claims) => ({ ...claims, at_hash: '' }) }],
    ['with a number for an access token hash', { claims: (claims) => ({ ...claims, at_hash: 7 }) }],
    ['without an audience', { claims: ({ aud, ...claims }) => claims }],
    ['of another issuer', { claims: (claims) => ({ ...claims, iss: 'https://evil.example' }) }],
    ['of no issuer', { claims: ({ iss, ...claims }) => claims }],
    ['expired ten minutes ago', { claims: (claims) => ({ ...claims, exp: now() - 600 }) }],
    ['that never expires', { claims: ({ exp, ...claims }) => claims }],
    ['that expires in words', { claims: (claims) => ({ ...claims, exp: 'tomorrow' }) }],
    ['valid only from tomorrow', { claims: (claims) => ({ ...claims, nbf: now() + 86_400 }) }],
    ['without a time of issue', { claims: ({ iat, ...claims }) => claims }],
    ['with another nonce', { claims: (claims) => ({ ...claims, nonce: 'replayed' }) }],
    ['without a nonce', { claims: ({ nonce, ...claims }) => claims }],
    ['without a subject', { claims: ({ sub, ...claims }) => claims }],
    ['with an empty subject', { claims: (claims) => ({ ...claims, sub: '' }) }],
    ['with a number for a subject', { claims: (claims) => ({ ...claims, sub: 7 }) }],
    ['without an address', { claims: ({ email, ...claims }) => claims }],
    [
      'with a list of addresses',
      { claims: (claims) => ({ ...claims, email: ['ana@corp.test', 'boss@corp.test'] }) },
    ],
    [
      'whose address is verified in words',
      { claims: (claims) => ({ ...claims, email_verified: 'false' }) },
    ],
    ['that is not there at all', { token: 'no id token' }],
    ['in a page instead of JSON', { token: 'not json' }],
  ];

  test.each(cheats)('an ID token %s is refused', async (_, faults) => {
    const provider = createOidcProvider({ ...stub, redirectUri });
    const start = await provider.begin();
    const answer = await stubSignIn(start);
    stub.faults = faults;
    await expect(provider.finish(answer, start)).rejects.toThrow(IdentityRejected);
  });

  test('an ID token issued to us for this access token is accepted', async () => {
    const provider = createOidcProvider({ ...stub, redirectUri });
    const start = await provider.begin();
    const answer = await stubSignIn(start);
    stub.faults = {
      claims: (claims) => ({
        ...claims,
        aud: [claims.aud, 'else'],
        azp: claims.aud,
        at_hash: atHash('stub-access'),
      }),
    };
    expect(await provider.finish(answer, start)).toMatchObject({ subject: 'stub-person' });
  });

  test('metadata of another issuer is refused', async () => {
    stub.faults = { discovery: (metadata) => ({ ...metadata, issuer: 'https://evil.example' }) };
    await expect(createOidcProvider({ ...stub, redirectUri }).begin()).rejects.toThrow(
      IdentityUnavailable,
    );
  });

  test('an email address that only the userinfo endpoint returns is read from there', async () => {
    const provider = createOidcProvider({ ...stub, redirectUri });
    const start = await provider.begin();
    const answer = await stubSignIn(start);
    stub.faults = {
      claims: ({ email, email_verified, ...claims }) => claims,
      userinfo: { email: 'ana@corp.test', email_verified: true },
    };
    expect(await provider.finish(answer, start)).toMatchObject({
      email: 'ana@corp.test',
      emailVerified: true,
    });
  });

  test('userinfo of another user is refused', async () => {
    const provider = createOidcProvider({ ...stub, redirectUri });
    const start = await provider.begin();
    const answer = await stubSignIn(start);
    stub.faults = {
      claims: ({ email, email_verified, ...claims }) => claims,
      userinfo: { sub: 'boss', email: 'boss@corp.test', email_verified: true },
    };
    await expect(provider.finish(answer, start)).rejects.toThrow(IdentityRejected);
  });

  test('an email address without a verification claim is unverified; only Google is trusted about the organization', async () => {
    const provider = createOidcProvider({ ...stub, redirectUri });
    const start = await provider.begin();
    const answer = await stubSignIn(start);
    stub.faults = {
      claims: ({ email_verified, ...claims }) => ({
        ...claims,
        hd: 'corp.test',
        picture: 'javascript:alert(1)',
        name: undefined,
      }),
    };
    expect(await provider.finish(answer, start)).toMatchObject({
      emailVerified: false,
      hostedDomain: null,
      picture: null,
      name: 'ana@corp.test',
    });
  });
});

describe('a provider that is down', () => {
  test('a sign-in fails, and the next one after its return succeeds', async () => {
    const provider = createOidcProvider({ ...stub, redirectUri });
    await stub.down();
    await expect(provider.begin()).rejects.toThrow(IdentityUnavailable);
    await expect(provider.signOutUrl()).rejects.toThrow(IdentityUnavailable);
    await stub.up();
    await expect(provider.begin()).resolves.toHaveProperty('state');
  });

  test('is called once for many simultaneous users', async () => {
    const provider = createOidcProvider({ ...stub, redirectUri });
    const before = stub.discoveries();
    await Promise.all(Array.from({ length: 20 }, () => provider.begin()));
    expect(stub.discoveries() - before).toBe(1);
  });

  test.each([
    ['answers nothing', 'hang'],
    ['answers 503', 'broken'],
  ] as const)('a token endpoint that %s is an outage, not a rejection', async (_, token) => {
    const provider = createOidcProvider({ ...stub, redirectUri, timeoutSeconds: 0.3 });
    const start = await provider.begin();
    const answer = await stubSignIn(start);
    stub.faults = { token };
    await expect(provider.finish(answer, start)).rejects.toThrow(IdentityUnavailable);
  });

  const endless = ['/token', '/jwks', '/userinfo'].flatMap((path) => [
    [path, 'flood'] as const,
    [path, 'drip'] as const,
  ]);
  test.each(endless)('an answer of %s that never ends (%s) is cut off', async (path, pace) => {
    const provider = createOidcProvider({
      ...stub,
      redirectUri,
      timeoutSeconds: pace === 'flood' ? 60 : 0.5,
    });
    const start = await provider.begin();
    const answer = await stubSignIn(start);
    const before = stub.endlessBytes();
    stub.faults = { endless: { path, pace }, claims: ({ email, ...claims }) => claims };
    await expect(provider.finish(answer, start)).rejects.toThrow(IdentityUnavailable);
    expect(stub.endlessBytes() - before).toBeGreaterThan(0);
    expect(stub.endlessBytes() - before).toBeLessThan(30_000_000);
  });

  test.each(['flood', 'drip'] as const)(
    'metadata that never ends (%s) is cut off',
    async (pace) => {
      const before = stub.endlessBytes();
      stub.faults = { endless: { path: '/.well-known/openid-configuration', pace } };
      await expect(
        createOidcProvider({
          ...stub,
          redirectUri,
          timeoutSeconds: pace === 'flood' ? 60 : 0.5,
        }).begin(),
      ).rejects.toThrow(IdentityUnavailable);
      expect(stub.endlessBytes() - before).toBeLessThan(60_000_000);
    },
  );

  test('a connection that breaks between start and answer is an outage', async () => {
    const provider = createOidcProvider({ ...stub, redirectUri });
    const start = await provider.begin();
    const answer = await stubSignIn(start);
    await stub.down();
    await expect(provider.finish(answer, start)).rejects.toThrow(IdentityUnavailable);
    await stub.up();
  });
});
