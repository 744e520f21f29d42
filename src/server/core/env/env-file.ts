import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv as parseLine } from 'node:util';
import { errorMessage } from '#shared/core/error-message.ts';
import { type Env, InvalidSettings, parseEnv, settingNames } from './env.ts';
import { suggestSetting } from './env-warnings.ts';

/**
 * Reads each setting from the environment or, if it is not set there, from the file .env in the
 * current folder. A variable that is empty in the environment is unset, even if the file sets it.
 * With NODE_ENV=test, the file is ignored. Throws `InvalidSettings`.
 */
export function readEnvSettings(
  environment: NodeJS.ProcessEnv = process.env,
  folder = process.cwd(),
): Env {
  return parseEnv(
    environment.NODE_ENV === 'test'
      ? environment
      : { ...readEnvFile(join(folder, '.env')), ...environment },
  );
}

/**
 * Reads the settings in the file by name; returns an empty object without a file. Throws
 * `InvalidSettings` with a line for each invalid line of the file.
 */
function readEnvFile(path: string): Record<string, string> {
  const settings = new Map<string, { value: string; line: number }>();
  const faults: string[] = [];
  for (const [index, text] of linesOf(path).entries()) {
    const line = index + 1;
    if (/^\s*(#|$)/.test(text)) continue;
    const [, name = '', value = ''] =
      /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*)$/.exec(text) ?? [];
    const fault = faultOf(name, value) ?? alreadySet(name, settings.get(name)?.line);
    if (fault !== undefined) faults.push(`.env line ${line}: ${fault}`);
    else settings.set(name, { value: parseLine(`${name}=${value}`)[name] ?? '', line });
  }
  if (faults.length > 0) throw new InvalidSettings(faults.join('\n'));
  return Object.fromEntries([...settings].map(([name, { value }]) => [name, value]));
}

function linesOf(path: string): string[] {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path)).split(/\r\n|\r|\n/);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return [];
    if (code === 'EISDIR') throw new InvalidSettings('.env is a folder, and has to be a file');
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      throw new InvalidSettings('.env is not UTF-8 text: save it as UTF-8');
    throw new InvalidSettings(`.env cannot be read: ${errorMessage(error)}`);
  }
}

/**
 * Returns the fault of a line; `undefined` for a valid line. Node's own parser would misread such
 * lines without an error.
 */
function faultOf(name: string, value: string): string | undefined {
  if (name === '') return 'is not NAME=value';
  if (!settingNames.includes(name))
    return [`${name} is not a setting`, ...didYouMean(name)].join('. ');
  const [, quote] = /^(["'`])/.exec(value) ?? [];
  if (quote !== undefined) {
    const end = value.indexOf(quote, 1);
    if (end < 0) return `the value of ${name} begins with ${quote} and does not end with it`;
    if (!/^\s*(#.*)?$/.test(value.slice(end + 1)))
      return `text follows the quoted value of ${name}`;
  } else if (/\S#/.test(value)) return `the value of ${name} has a # in it: put it in quotes`;
  return undefined;
}

function didYouMean(name: string): string[] {
  const meant = suggestSetting(name);
  return meant === undefined ? [] : [`Did you mean ${meant}?`];
}

const alreadySet = (name: string, line: number | undefined): string | undefined =>
  line === undefined ? undefined : `${name} is already set in line ${line}`;
