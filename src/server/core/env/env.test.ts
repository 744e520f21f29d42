import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { productionSettings as production } from '#test/production.ts';
import { InvalidSettings, parseEnv, settingNames } from './env.ts';
import { settingWarnings } from './env-warnings.ts';

/** Returns the refusals of the settings, one line for each setting. */
function refusalsOf(source: Record<string, string>): string {
  try {
    parseEnv(source, 'desk-server');
  } catch (error) {
    if (error instanceof InvalidSettings) return error.message;
    throw error;
  }
  return '';
}

const line = (name: string) => expect.stringMatching(new RegExp(`^${name}: `));

describe('the settings', () => {
  it('have a default for everything on this machine', () => {
    expect(parseEnv({})).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      APP_ORIGIN: 'http://localhost:3000',
      SEED: 'demo',
      IDENTITY_PROVIDER: 'google',
      exposure: 'local',
    });
  });

  it('take an empty variable as unset', () => {
    expect(parseEnv({ PORT: '', DATABASE_URL: '' })).toMatchObject({ PORT: 3000 });
  });

  it.each([
    [{ PORT: 'x' }, 'PORT'],
    [{ PORT: '70000' }, 'PORT'],
    [{ BUSINESS_TIME_ZONE: 'Mars/Olympus' }, 'BUSINESS_TIME_ZONE'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
    [{ OIDC_ISSUER: 'http://localhost:9000' }, 'OIDC_ISSUER'],
    [{ OIDC_ISSUER: 'accounts.example.com' }, 'OIDC_ISSUER'],
    [{ OIDC_ISSUER: 'ftp://accounts.example.com' }, 'OIDC_ISSUER'],
    [{ SEED: 'yes' }, 'SEED'],
    [{ IDENTITY_PROVIDER: 'Google!' }, 'IDENTITY_PROVIDER'],
    [{ HUBSPOT_TOKEN: 'two words', SEED: 'none' }, 'HUBSPOT_TOKEN'],
    [{ HUBSPOT_TOKEN: 'pat-1' }, 'SEED'],
    [{ HUBSPOT_BASE_URL: 'http://hubspot.example.com' }, 'HUBSPOT_BASE_URL'],
    [{ IDENTITY_PROVIDER: 'callback' }, 'IDENTITY_PROVIDER'],
  ])('refuse %j by name', (source, name) => {
    expect(refusalsOf(source)).toEqual(line(name));
  });

  it.each([
    'https://desk.example.com/app',
    'https://desk.example.com//',
    'https://desk.example.com?x=1',
    'https://desk.example.com?',
    'https://desk.example.com/#',
    'https://ana@desk.example.com',
    'https://:@desk.example.com',
    'https://desk.example.com.',
    'https://desk.example.com\\x',
    'https://',
    'desk.example.com',
    'ftp://desk.example.com',
  ])('refuse the origin %s', (origin) => {
    expect(refusalsOf({ ...production, APP_ORIGIN: origin })).toEqual(line('APP_ORIGIN'));
  });

  it.each([
    ['https://desk.example.com', 'https://desk.example.com'],
    ['https://Desk.Example.COM/', 'https://desk.example.com'],
    ['https://desk.example.com:443', 'https://desk.example.com'],
    ['https://desk.example.com:8443', 'https://desk.example.com:8443'],
  ])('take the origin %s', (origin, taken) => {
    expect(parseEnv({ ...production, APP_ORIGIN: origin }).APP_ORIGIN).toBe(taken);
  });

  it.each([
    '*',
    '@x.com',
    ' x.com. ',
    'com',
    '*.x.com',
    'x..com',
    '-x.com',
    '10.0.0.1',
    'ex\u00e4mple.com',
    '\u212ain.com',
    'x.com/',
    'a@x.com',
    'x com',
  ])('refuse the domain %s', (domain) => {
    const refusals = refusalsOf({ ...production, ALLOWED_EMAIL_DOMAINS: `example.com,${domain}` });
    expect(refusals).toBe(
      `ALLOWED_EMAIL_DOMAINS: ${JSON.stringify(domain.trim())} is not a domain such as example.com`,
    );
  });

  it('take domains with capitals, spaces and international names in their ASCII form', () => {
    const { ALLOWED_EMAIL_DOMAINS: domains } = parseEnv({
      ...production,
      ALLOWED_EMAIL_DOMAINS: ' Example.com ,, mail.example.co.uk,xn--exmple-cua.xn--p1ai',
    });
    expect(domains).toEqual(['example.com', 'mail.example.co.uk', 'xn--exmple-cua.xn--p1ai']);
  });

  it.each([
    'ana',
    '@example.com',
    'Ana <ana@example.com>',
    '<ana@example.com>',
    'mailto:ana@example.com',
    'ana@example.com.',
    'ana@localhost',
    'ana@@example.com',
    '\u212aim@example.com',
  ])('refuse the administrator %s', (email) => {
    expect(refusalsOf({ ADMIN_EMAILS: email })).toBe(
      `ADMIN_EMAILS: ${JSON.stringify(email)} is not an address such as ana@example.com`,
    );
  });

  it('refuse an administrator who could not sign in', () => {
    const refusals = refusalsOf({
      ...production,
      ADMIN_EMAILS: 'Ana@Example.com, kim@mail.example.com',
    });
    expect(refusals).toBe(
      'ADMIN_EMAILS: kim@mail.example.com could not sign in: its domain is not in ALLOWED_EMAIL_DOMAINS',
    );
    expect(parseEnv({ ...production, ADMIN_EMAILS: 'Ana@Example.com' }).ADMIN_EMAILS).toEqual([
      'ana@example.com',
    ]);
  });

  it('accept an administrator of another domain where the organization decides, and warn about it', () => {
    const source = {
      ...production,
      OIDC_ISSUER: 'https://accounts.google.com',
      ADMIN_EMAILS: 'ana@example.com, kim@second.test',
    };
    const env = parseEnv(source, 'desk-server');
    expect(env.ADMIN_EMAILS).toEqual(['ana@example.com', 'kim@second.test']);
    expect(settingWarnings(source, env)).toEqual([
      expect.stringMatching(
        /^ADMIN_EMAILS: the domain of kim@second\.test isn.t in ALLOWED_EMAIL_DOMAINS/,
      ),
    ]);
  });

  it.each([
    '10.0.0.0/99',
    '10.0.0.0/33',
    '10.0.0.0/0',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/08',
    '10.0.0.0/-1',
    '::/129',
    '::/0',
    '10.0.0',
    'proxy.example',
    '*',
  ])('refuse the proxy %s', (proxy) => {
    const refusals = refusalsOf({ TRUSTED_PROXIES: `10.0.0.5, ${proxy}` });
    expect(refusals).toBe(
      `TRUSTED_PROXIES: ${JSON.stringify(proxy)} is not an address or a network such as 10.0.0.0/8`,
    );
  });

  it('take only proxies that the server can work with', () => {
    const network = fc.oneof(
      fc.tuple(fc.ipV4(), fc.option(fc.integer({ min: 1, max: 32 }))),
      fc.tuple(fc.ipV6(), fc.option(fc.integer({ min: 1, max: 128 }))),
    );
    fc.assert(
      fc.property(network, ([address, bits]) => {
        const { TRUSTED_PROXIES: proxies } = parseEnv({
          TRUSTED_PROXIES: bits === null ? address : `${address}/${bits}`,
        });
        expect(() => Fastify({ trustProxy: proxies })).not.toThrow();
      }),
      { numRuns: 40 },
    );
  });

  it.each([
    [{ LLM_BASE_URL: 'https://llm.example.com/v1' }, 'LLM_MODEL'],
    [{ LLM_MODEL: 'small-model' }, 'LLM_BASE_URL'],
    [{ LLM_API_KEY: 'sk-1' }, 'LLM_BASE_URL'],
    [{ LLM_BASE_URL: 'http://llm.example.com/v1', LLM_MODEL: 'small-model' }, 'LLM_BASE_URL'],
    [{ LLM_BASE_URL: 'https://a:b@llm.example.com', LLM_MODEL: 'small-model' }, 'LLM_BASE_URL'],
    [{ LLM_BASE_URL: 'https://llm.example.com?x=1', LLM_MODEL: 'small-model' }, 'LLM_BASE_URL'],
    [{ LLM_BASE_URL: 'https://llm.example.com', LLM_MODEL: 'small model' }, 'LLM_MODEL'],
  ])('refuse the language model %j', (source, name) => {
    expect(refusalsOf(source)).toEqual(line(name));
  });

  it.each([
    { LLM_BASE_URL: 'https://llm.example.com/v1', LLM_MODEL: 'small-model', LLM_API_KEY: 'sk-1' },
    { LLM_BASE_URL: 'http://localhost:11434/v1', LLM_MODEL: 'org/small:1b' },
    {},
  ])('take the language model %j', (source) => {
    expect(parseEnv(source)).toMatchObject(source);
  });

  it.each([
    [{ PLACES_SEARCH: 'google' }, 'GOOGLE_PLACES_API_KEY'],
    [{ PLACES_SEARCH: 'google', GOOGLE_PLACES_API_KEY: 'a b' }, 'GOOGLE_PLACES_API_KEY'],
    [{ PLACES_SEARCH: 'bing' }, 'PLACES_SEARCH'],
    [{ PLACES_DAILY_BUDGET: '0' }, 'PLACES_DAILY_BUDGET'],
    [{ NPPES_BASE_URL: 'http://nppes.example.com' }, 'NPPES_BASE_URL'],
  ])('refuse the directory of practices %j', (source, name) => {
    expect(refusalsOf(source)).toEqual(line(name));
  });

  it('are all in .env.example', () => {
    const example = readFileSync(join(import.meta.dirname, '../../../../.env.example'), 'utf8');
    const shown = [...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
    expect(shown.sort()).toEqual([...settingNames].sort());
  });
});

describe('the rules of production', () => {
  const demo = {
    OIDC_ISSUER: 'http://localhost:3001',
    OIDC_CLIENT_ID: 'desk',
    OIDC_CLIENT_SECRET: 'secret',
  };
  const google = { ...demo, OIDC_ISSUER: 'https://accounts.google.com' };

  it.each([
    ['NODE_ENV', { NODE_ENV: 'production' }, 'in production'],
    [
      'an origin elsewhere',
      { APP_ORIGIN: 'http://desk.example.com' },
      'because APP_ORIGIN is not on this machine',
    ],
    [
      'an origin in the local network',
      { APP_ORIGIN: 'http://192.168.1.5:3000' },
      'because APP_ORIGIN is not on this machine',
    ],
    [
      'an origin with the host name',
      { APP_ORIGIN: 'http://desk-server:3000' },
      'because APP_ORIGIN is not on this machine',
    ],
    ['an identity provider elsewhere', google, 'because OIDC_ISSUER is not on this machine'],
    [
      'the same, whatever NODE_ENV says',
      { ...google, NODE_ENV: 'development' },
      'because OIDC_ISSUER is not on this machine',
    ],
  ])('hold for %s, and list everything that is missing at once', (_, source, why) => {
    const lines = refusalsOf(source).split('\n');
    for (const name of ['ALLOWED_EMAIL_DOMAINS', 'APP_ORIGIN', 'SEED'])
      expect(lines).toContainEqual(line(name));
    if (!('OIDC_ISSUER' in source))
      for (const name of ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'])
        expect(lines).toContainEqual(line(name));
    for (const each of lines) expect(each).toContain(why);
  });

  it.each([
    {},
    { NODE_ENV: 'development', HOST: '0.0.0.0' },
    { APP_ORIGIN: 'http://127.0.0.1:3000' },
    { APP_ORIGIN: 'https://desk.localhost' },
    { APP_ORIGIN: 'http://[::1]:3000' },
    demo,
  ])('do not hold for %j', (source) => {
    expect(parseEnv(source, 'desk-server').exposure).toBe('local');
  });

  it('are met by a complete production', () => {
    expect(parseEnv(production)).toMatchObject({
      exposure: 'production',
      ALLOWED_EMAIL_DOMAINS: ['example.com'],
    });
    expect(parseEnv({ ...production, NODE_ENV: 'production' }).exposure).toBe('production');
    expect(parseEnv({ ...production, APP_ORIGIN: 'https://localhost:8443' }).exposure).toBe(
      'production',
    );
  });

  it.each([
    'http://accounts.example.com',
    'https://localhost:9000',
    'https://127.1',
    'https://2130706433',
    'https://[::ffff:127.0.0.1]',
    'https://0.0.0.0',
    'https://localhost.',
    'https://id.localhost',
    'https://desk-server',
  ])('refuse the identity provider %s', (issuer) => {
    expect(refusalsOf({ ...production, OIDC_ISSUER: issuer })).toEqual(line('OIDC_ISSUER'));
  });
});

describe('possible mistakes are reported', () => {
  const warningsOf = (source: Record<string, string>) => settingWarnings(source, parseEnv(source));

  it.each([
    ['ALLOWED_EMAIL_DOMAIN', 'ALLOWED_EMAIL_DOMAINS'],
    ['ADMIN_EMAIL', 'ADMIN_EMAILS'],
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['OIDC_ISUER', 'OIDC_ISSUER'],
  ])('%s for %s', (name, meant) => {
    expect(warningsOf({ [name]: 'x' })).toEqual([
      `${name} is not a setting. Did you mean ${meant}?`,
    ]);
  });

  it('but not for variables of other programs', () => {
    const others = [
      'PAGER',
      'HOSTNAME',
      'HOSTTYPE',
      'PORTS',
      'SHELL',
      'HOME',
      'PATH',
      'EDITOR',
      'NODE_OPTIONS',
      'NODE_PATH',
      'LOGNAME',
      'DISPLAY',
      'DEBUG',
      'TEST_DATABASE_URL',
    ];
    expect(warningsOf(Object.fromEntries(others.map((name) => [name, 'x'])))).toEqual([]);
  });

  it('a demo that other machines may reach', () => {
    for (const host of ['0.0.0.0', '::', '192.168.1.5', 'desk'])
      expect(warningsOf({ HOST: host })).toEqual([expect.stringContaining(`HOST=${host}`)]);
    for (const host of ['127.0.0.1', '::1', 'localhost'])
      expect(warningsOf({ HOST: host })).toEqual([]);
    expect(warningsOf({ ...production, HOST: '0.0.0.0', ADMIN_EMAILS: 'ana@example.com' })).toEqual(
      [],
    );
  });

  it('an installation without a named administrator', () => {
    expect(warningsOf(production)).toEqual([expect.stringContaining('ADMIN_EMAILS is empty')]);
  });
});
