// Runs before `npm start`, `npm test` and every command. It must be plain JavaScript, because it
// runs on any Node version and before packages are installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
process.chdir(root);

const oldestNode = 20;
if (Number(process.versions.node.split('.')[0]) < oldestNode)
  stop(`Chairside needs Node ${oldestNode} or newer to start; this is ${process.version}.`);

const installedMark = join('node_modules', '.chairside-installed');
const currentFingerprint = fingerprint(['package.json', 'package-lock.json']);
if (!existsSync(installedMark) || readFileSync(installedMark, 'utf8') !== currentFingerprint) {
  say('Installing dependencies (once, a minute or two) …');
  run(
    'npm',
    ['ci', '--no-audit', '--no-fund', '--loglevel=error'],
    'The dependencies could not be installed',
  );
  writeFileSync(installedMark, currentFingerprint);
}

function fingerprint(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

function run(command, args, failure) {
  const path = `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`;
  const { status, error } = spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PATH: path },
  });
  if (status !== 0)
    stop(`${failure}${error ? `: ${error.message}` : '; the lines above say why'}.`);
}

function say(line) {
  process.stdout.write(`${line}\n`);
}

function stop(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}
