import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { InvalidSettings } from './env.ts';
import { readEnvSettings } from './env-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chairside-env-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (content: string | Uint8Array) => writeFileSync(join(folder, '.env'), content);
const read = (environment: NodeJS.ProcessEnv = {}) => readEnvSettings(environment, folder);
function refusal(): string {
  try {
    read();
  } catch (error) {
    if (error instanceof InvalidSettings) return error.message;
    throw error;
  }
  return '';
}

describe('the file .env', () => {
  it('sets what the environment does not', () => {
    write('PORT=4000\nHOST=::1\n');
    expect(read({ PORT: '5000', HOME: '/root' })).toMatchObject({ PORT: 5000, HOST: '::1' });
  });

  it('is not needed', () => {
    expect(read()).toMatchObject({ PORT: 3000 });
  });

  it('is overridden by an empty variable of the environment', () => {
    write('DATABASE_URL=postgres://desk@localhost/desk');
    expect(read().DATABASE_URL).toBe('postgres://desk@localhost/desk');
    expect(read({ DATABASE_URL: '' }).DATABASE_URL).toBeUndefined();
  });

  it('is ignored in tests', () => {
    write('PORT=4000\nNONSENSE');
    expect(read({ NODE_ENV: 'test' })).toMatchObject({ PORT: 3000 });
  });

  it.each([
    ['a mark at its beginning', '\uFEFFPORT=4000'],
    ['lines as Windows ends them', '# here\r\n\r\nPORT=4000\r\nHOST=::1\r\n'],
    ['export', 'export PORT=4000\nexport\tHOST="::1"'],
    ['spaces and comments', '  PORT = 4000   # the port\n\t# nothing\n'],
    ['quotes', 'PORT="4000"\nDATA_DIR=\'my data # 1\'\nHOST=`::1`'],
    ['empty values', 'PORT=4000\nDATABASE_URL=\nAPP_ORIGIN=""\nOIDC_ISSUER='],
  ])('is read with %s', (_, content) => {
    write(content);
    expect(read()).toMatchObject({ PORT: 4000 });
  });

  it('keeps spaces and # inside quotes', () => {
    write(
      'DATA_DIR=\'my data # 1\'\nOIDC_CLIENT_SECRET="a=b#c"\nOIDC_CLIENT_ID=desk\nOIDC_ISSUER=https://id.example\nALLOWED_EMAIL_DOMAINS=example.com',
    );
    expect(read({ APP_ORIGIN: 'https://desk.example', SEED: 'none' })).toMatchObject({
      DATA_DIR: 'my data # 1',
      OIDC_CLIENT_SECRET: 'a=b#c',
    });
  });
});

describe('a line that is not a setting is refused by its number', () => {
  it.each([
    [
      'ALLOWED_EMAIL_DOMAIN=example.com',
      'ALLOWED_EMAIL_DOMAIN is not a setting. Did you mean ALLOWED_EMAIL_DOMAINS?',
    ],
    ['port=3000', 'port is not a setting'],
    ['PATH=/tmp', 'PATH is not a setting'],
    ['PORT: 3000', 'is not NAME=value'],
    ['PORT', 'is not NAME=value'],
    ['=3000', 'is not NAME=value'],
    ['set PORT=3000', 'is not NAME=value'],
    [
      'OIDC_CLIENT_SECRET=abc#def',
      'the value of OIDC_CLIENT_SECRET has a # in it: put it in quotes',
    ],
    [
      'OIDC_CLIENT_SECRET="abc',
      'the value of OIDC_CLIENT_SECRET begins with " and does not end with it',
    ],
    ["DATA_DIR='a'b", 'text follows the quoted value of DATA_DIR'],
    ['LOG_LEVEL=info', 'LOG_LEVEL is already set in line 1'],
  ])('%s', (line, fault) => {
    write(`LOG_LEVEL=warn\n\n${line}\n`);
    expect(refusal()).toBe(`.env line 3: ${fault}`);
  });

  it('each of them', () => {
    write('ADMIN_EMAIL=a@example.com\nPORT=3000\nnonsense');
    expect(refusal()).toBe(
      '.env line 1: ADMIN_EMAIL is not a setting. Did you mean ADMIN_EMAILS?\n.env line 3: is not NAME=value',
    );
  });
});

describe('an unreadable file is refused in one line', () => {
  it('a folder', () => {
    mkdirSync(join(folder, '.env'));
    expect(refusal()).toBe('.env is a folder, and has to be a file');
  });

  it('a file that cannot be opened', () => {
    symlinkSync('.env', join(folder, '.env'));
    expect(refusal()).toMatch(/^\.env cannot be read: ELOOP/);
  });

  it('text that is not UTF-8', () => {
    write(Buffer.from('\uFEFFPORT=4000', 'utf16le'));
    expect(refusal()).toBe('.env is not UTF-8 text: save it as UTF-8');
  });
});

const commands = [
  'main.ts',
  'admin/commands/import-command.ts',
  'jobs-command.ts',
  'demo-command.ts',
  '../../scripts/dev.ts',
];
const words: Record<string, string[]> = {
  'admin/commands/import-command.ts': ['key', 'nightly'],
  'jobs-command.ts': ['list'],
};

function run(command: string, ...given: string[]): Promise<{ code: number; said: string }> {
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(import.meta.dirname, '../..', command), ...given],
      { cwd: folder, env },
      (error, out, errors) =>
        resolve({ code: error === null ? 0 : Number(error.code), said: out + errors }),
    );
  });
}

describe('every command reads it', () => {
  it.each(commands)('%s', async (command) => {
    write('PROT=4000');
    expect(await run(command, ...(words[command] ?? []))).toEqual({
      code: 1,
      said: 'These settings are invalid (see .env.example):\n.env line 1: PROT is not a setting\n',
    });
  });

  it('and uses its settings', async () => {
    write('DATABASE_URL="postgres://desk@127.0.0.1:9/desk"');
    expect(await run('jobs-command.ts', 'list')).toMatchObject({
      code: 1,
      said: expect.stringContaining('127.0.0.1:9'),
    });
  });
});
