import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getUser } from '#shared/auth/auth.ts';
import { buildTestApp, type TestApp } from '#test/app.ts';
import { TestBrowser } from '#test/browser.ts';
import { findFreePort } from '../../../../scripts/free-port.ts';
import { parseEnv } from '../env/env.ts';
import { chooseIdentityProvider } from './identity-choice.ts';

// Behind a container or a tunnel, browsers use another origin than the server's own address.
const appOrigin = 'http://localhost:8080';
let app: TestApp;
let listening: string;

beforeAll(async () => {
  const port = await findFreePort();
  const settings = {
    NODE_ENV: 'test',
    APP_ORIGIN: appOrigin,
    PORT: String(port),
    ALLOWED_EMAIL_DOMAINS: 'chairside.example',
  };
  const { provider } = await chooseIdentityProvider(parseEnv(settings));
  app = await buildTestApp({ identity: provider, env: settings });
  listening = await app.app.listen({ port, host: '127.0.0.1' });
});
afterAll(() => app.close());

const newBrowser = () => new TestBrowser({ [appOrigin]: listening });

describe('the demo’s provider on the port of the app', () => {
  test('signs a user in, with URLs of the app alone', async () => {
    const browser = newBrowser();
    const page = await browser.visit(`${appOrigin}/auth/google?returnTo=%2Fmap`);
    expect(page.from.origin + page.from.pathname).toMatch(
      /^http:\/\/localhost:8080\/demo-identity\/sign-in\/[\w-]+$/,
    );
    expect(await page.text()).toContain(`action="${page.from.pathname}"`);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const done = await browser.visit(
      page.from,
      { method: 'POST', body: new URLSearchParams({ account: 'morgan-member' }) },
      `${appOrigin}/map`,
    );
    expect(done.from.href).toBe(`${appOrigin}/map`);
    expect(await (await browser.request(`${appOrigin}${getUser.path}`)).json()).toMatchObject({
      name: 'Morgan Member',
    });
  });

  test('reports its own URL, whatever the request claims', async () => {
    const claims = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
    const answer = await newBrowser().request(
      `${appOrigin}/demo-identity/.well-known/openid-configuration`,
      { headers: claims },
    );
    const { issuer, authorization_endpoint, token_endpoint } = (await answer.json()) as Record<
      string,
      string
    >;
    expect([issuer, authorization_endpoint, token_endpoint]).toEqual(
      ['', '/auth', '/token'].map((path) => `${appOrigin}/demo-identity${path}`),
    );
  });

  test.each(['192.168.1.7', '10.0.0.1', '::ffff:172.17.0.2', '2001:db8::1'])(
    'refuses callers at %s',
    async (remoteAddress) => {
      const url = '/demo-identity/.well-known/openid-configuration';
      const answer = await app.app.inject({
        url,
        remoteAddress,
        headers: { host: 'localhost:8080', 'x-forwarded-for': '127.0.0.1' },
      });
      expect([answer.statusCode, answer.body]).toEqual([
        403,
        expect.stringContaining('on this machine only'),
      ]);
    },
  );

  test('answers nothing above its path', async () => {
    expect(
      (await newBrowser().request(`${appOrigin}/.well-known/openid-configuration`)).status,
    ).toBe(404);
    expect((await newBrowser().request(`${appOrigin}/demo-identity-else/auth`)).status).toBe(404);
  });
});
