import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { TestBrowser } from '#test/browser.ts';
import { type ServedDemoIdentity, serveDemoIdentity } from '#test/demo-identity.ts';

const appOrigin = 'http://localhost:3000';
const redirectUri = `${appOrigin}/auth/callback`;
const noise = (['log', 'info', 'warn'] as const).map((level) => vi.spyOn(console, level));
let demo: ServedDemoIdentity;

beforeAll(async () => {
  demo = await serveDemoIdentity({ appOrigin });
});
afterAll(async () => {
  await demo.close();
  expect(noise.flatMap((spy) => spy.mock.calls)).toEqual([]);
});

const good = {
  client_id: 'chairside',
  redirect_uri: redirectUri,
  response_type: 'code',
  scope: 'openid email profile',
  state: 'some-state',
  nonce: 'some-nonce',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
};
const authorize = (change: Record<string, string | undefined>) => {
  const parameters = Object.entries({ ...good, ...change }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as [string, string]],
  );
  return `${demo.issuer}/auth?${new URLSearchParams(parameters)}`;
};

describe('what it refuses', () => {
  test.each([
    ['no PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['a token without a code', { response_type: 'id_token' }, 'unsupported_response_type'],
    ['a sign-in without OpenID', { scope: 'email' }, 'invalid_request'],
  ])('%s', async (_, change, error) => {
    const { from } = await new TestBrowser().visit(authorize(change), {}, redirectUri);
    const answer = new URLSearchParams(from.search || from.hash.slice(1));
    expect([from.origin, answer.get('error'), answer.has('code')]).toEqual([
      appOrigin,
      error,
      false,
    ]);
  });

  test.each([
    ['a path further on', `${redirectUri}/../x`],
    ['a query', `${redirectUri}?x=1`],
    ['another host', 'https://evil.example/auth/callback'],
    ['another port', 'http://localhost:3001/auth/callback'],
  ])('a redirect address with %s, and it sends the browser nowhere', async (_, address) => {
    const answer = await new TestBrowser().request(authorize({ redirect_uri: address }));
    expect(answer.status).toBe(400);
    expect(answer.headers.get('location')).toBeNull();
    expect(await answer.text()).toContain('redirect_uri');
  });

  test('markup in echoed values', async () => {
    const answer = await new TestBrowser().request(
      authorize({ client_id: '<script>alert(1)</script>' }),
    );
    expect(answer.status).toBe(400);
    expect(await answer.text()).not.toContain('<script>');
  });

  test('a choice from a browser that did not start', async () => {
    const page = await new TestBrowser().visit(authorize({}));
    const body = new URLSearchParams({ account: 'avery-admin' });
    const answer = await new TestBrowser().request(page.from, { method: 'POST', body });
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
  });

  test.each(['', 'nobody', '__proto__'])('a user named %j', async (account) => {
    const browser = new TestBrowser();
    const page = await browser.visit(authorize({}));
    const answer = await browser.request(page.from, {
      method: 'POST',
      body: new URLSearchParams({ account }),
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
  });
});

describe('its page', () => {
  test('offers the two users by forms, and runs no script', async () => {
    const answer = await new TestBrowser().visit(authorize({}));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self' http://localhost:3000; base-uri 'none'; frame-ancestors 'none'",
    );
    const html = await answer.text();
    expect([...html.matchAll(/<button[^>]*>([^<]+)<\/button>/g)].map(([, label]) => label)).toEqual(
      ['Continue as Avery Admin', 'Continue as Morgan Member'],
    );
    expect(html.match(/<form method="post" action="\/sign-in\/[\w-]+">/g)).toHaveLength(2);
    expect(html).not.toContain('<script');
  });

  test('asks again after a sign-in', async () => {
    const browser = new TestBrowser();
    const page = await browser.visit(authorize({}));
    await browser.visit(
      page.from,
      { method: 'POST', body: new URLSearchParams({ account: 'avery-admin' }) },
      redirectUri,
    );
    expect(await (await browser.visit(authorize({}))).text()).toContain(
      'Continue as Morgan Member',
    );
  });
});
