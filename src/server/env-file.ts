import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv as parseLine } from 'node:util';
import { BadSettings, type Env, parseEnv, settingNames } from './env.ts';
import { meantSetting } from './env-warnings.ts';

/**
 * The settings of this process: the environment's, and below them those of the file .env in the current folder, if there is
 * one. A variable that the environment sets to nothing is unset, whatever the file says. With NODE_ENV=test in the
 * environment the file is left alone. Throws BadSettings.
 */
export function readSettings(environment: NodeJS.ProcessEnv = process.env, folder = process.cwd()): Env {
  return parseEnv(environment.NODE_ENV === 'test' ? environment : { ...readEnvFile(join(folder, '.env')), ...environment });
}

/** What the file sets, by name; nothing when there is no file. Throws BadSettings, with each line that is no setting. */
function readEnvFile(path: string): Record<string, string> {
  const settings = new Map<string, { value: string; line: number }>();
  const faults: string[] = [];
  for (const [index, text] of linesOf(path).entries()) {
    const line = index + 1;
    if (/^\s*(#|$)/.test(text)) continue;
    const [, name = '', value = ''] = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*)$/.exec(text) ?? [];
    const fault = faultOf(name, value) ?? alreadySet(name, settings.get(name)?.line);
    if (fault !== undefined) faults.push(`.env line ${line}: ${fault}`);
    else settings.set(name, { value: parseLine(`${name}=${value}`)[name] ?? '', line });
  }
  if (faults.length > 0) throw new BadSettings(faults.join('\n'));
  return Object.fromEntries([...settings].map(([name, { value }]) => [name, value]));
}

function linesOf(path: string): string[] {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path)).split(/\r\n|\r|\n/);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return [];
    if (code === 'EISDIR') throw new BadSettings('.env is a folder, and has to be a file');
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') throw new BadSettings('.env is not UTF-8 text: save it as UTF-8');
    throw new BadSettings(`.env cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** What is wrong with a line. Node's own reader would take each of these for something else without a word. */
function faultOf(name: string, value: string): string | undefined {
  if (name === '') return 'is not NAME=value';
  if (!settingNames.includes(name)) return [`${name} is no setting`, ...didYouMean(name)].join('. ');
  const [, quote] = /^(["'`])/.exec(value) ?? [];
  if (quote !== undefined) {
    const end = value.indexOf(quote, 1);
    if (end < 0) return `the value of ${name} begins with ${quote} and does not end with it`;
    if (!/^\s*(#.*)?$/.test(value.slice(end + 1))) return `more follows the value of ${name} in quotes`;
  } else if (/\S#/.test(value)) return `the value of ${name} has a # in it: put it in quotes`;
  return undefined;
}

function didYouMean(name: string): string[] {
  const meant = meantSetting(name);
  return meant === undefined ? [] : [`Did you mean ${meant}?`];
}

const alreadySet = (name: string, line: number | undefined): string | undefined =>
  line === undefined ? undefined : `${name} is set in line ${line} already`;
