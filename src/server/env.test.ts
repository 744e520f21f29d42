import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BadSettings, parseEnv } from './env.ts';

const production = {
  NODE_ENV: 'production',
  SEED: 'none',
  APP_ORIGIN: 'https://desk.example.com',
  OIDC_ISSUER: 'https://accounts.example.com',
  OIDC_CLIENT_ID: 'desk',
  OIDC_CLIENT_SECRET: 'secret',
  ALLOWED_EMAIL_DOMAINS: 'example.com',
};

describe('the settings', () => {
  it('have a default for everything outside production', () => {
    expect(parseEnv({})).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      APP_ORIGIN: 'http://localhost:3000',
      SEED: 'demo',
      IDENTITY_PROVIDER: 'google',
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
    [{ OIDC_ISSUER: 'https://a.example' }, 'OIDC_CLIENT_ID'],
    [{ SEED: 'yes' }, 'SEED'],
    [{ TRUSTED_PROXIES: '10.0.0.0/8, proxy.example' }, 'TRUSTED_PROXIES'],
    [{ IDENTITY_PROVIDER: 'Google!' }, 'IDENTITY_PROVIDER'],
    [{ IDENTITY_PROVIDER: 'callback' }, 'IDENTITY_PROVIDER'],
  ])('refuse %j by name', (source, name) => {
    expect(() => parseEnv(source)).toThrow(BadSettings);
    expect(() => parseEnv(source)).toThrow(name);
  });

  it('accept a complete production', () => {
    expect(parseEnv(production).ALLOWED_EMAIL_DOMAINS).toEqual(['example.com']);
  });

  it('list everything that production lacks, at once', () => {
    for (const name of ['OIDC_ISSUER', 'OIDC_CLIENT_SECRET', 'ALLOWED_EMAIL_DOMAINS', 'APP_ORIGIN', 'SEED']) {
      expect(() => parseEnv({ NODE_ENV: 'production' })).toThrow(name);
    }
  });

  it.each(['http://accounts.example.com', 'https://localhost:9000', 'https://127.0.0.1'])(
    'refuse the identity provider %s in production',
    (issuer) => {
      expect(() => parseEnv({ ...production, OIDC_ISSUER: issuer })).toThrow('OIDC_ISSUER');
    },
  );

  it('are all in .env.example', () => {
    const example = readFileSync(join(import.meta.dirname, '../../.env.example'), 'utf8');
    for (const name of Object.keys(parseEnv(production))) expect(example).toContain(name);
    for (const name of ['DATABASE_URL', 'MAP_STYLE_URL']) expect(example).toContain(name);
  });
});
