import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '#server/core/errors.ts';

const root = join(import.meta.dirname, '../../..');
const dist = join(root, 'dist');
const mark = join(dist, '.built-from');

/** The web pages could not be built; the builder's own words say why. */
export class PagesNotBuilt extends Refusal {}

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((name) => statSync(join(root, name)).isFile() && !/\.test\.tsx?$/.test(name))
    .sort();
}

/** Tells one state of what the pages are built from from another. */
export function sourcesFingerprint(): string {
  const hash = createHash('sha256');
  const single = ['index.html', 'vite.config.ts', 'scripts/build.ts', 'package-lock.json'];
  for (const file of [...filesBelow('src/web'), ...filesBelow('src/shared'), ...single]) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** Says that the pages in their folder were built from this state. */
export const markBuilt = (sources: string): void => writeFileSync(mark, sources);

/** The folder of the built web pages, built anew when their sources changed. Runs beside the first boot's other work. */
export async function builtPages(): Promise<string> {
  if (existsSync(mark) && readFileSync(mark, 'utf8') === sourcesFingerprint()) return dist;
  const builder = spawn(process.execPath, ['scripts/build.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [builder.stdout, builder.stderr]) {
    stream.on('data', (chunk) => {
      said += chunk;
    });
  }
  const code = await new Promise((resolve, reject) => builder.once('error', reject).once('exit', resolve));
  if (code !== 0) throw new PagesNotBuilt(`The web pages could not be built:\n${said.trim()}`);
  return dist;
}
