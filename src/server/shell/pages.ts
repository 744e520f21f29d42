import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CannotContinueError } from '#server/core/errors.ts';

const root = join(import.meta.dirname, '../../..');
const dist = join(root, 'dist');
const mark = join(dist, '.built-from');

/**
 * Thrown when the web pages could not be built or read. The message includes the output of the
 * build.
 */
export class PagesNotBuilt extends CannotContinueError {}

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((name) => statSync(join(root, name)).isFile() && !/\.test\.tsx?$/.test(name))
    .sort();
}

/** Returns a hash of all files from which the web pages are built. */
export function computeSourcesFingerprint(): string {
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

/** Records the hash of the sources from which the web pages were built. */
export const savePagesFingerprint = (sources: string): void => writeFileSync(mark, sources);

/**
 * Returns the folder of the built web pages. Builds them first if their sources have changed. On a
 * first start, the build runs in parallel with the other work.
 */
export async function ensurePagesBuilt(): Promise<string> {
  if (existsSync(mark) && readFileSync(mark, 'utf8') === computeSourcesFingerprint()) return dist;
  const builder = spawn(process.execPath, ['scripts/build.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [builder.stdout, builder.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const code = await new Promise((resolve, reject) =>
    builder.once('error', reject).once('exit', resolve),
  );
  if (code !== 0) throw new PagesNotBuilt(`Couldn’t build the web pages:\n${output.trim()}`);
  return dist;
}
