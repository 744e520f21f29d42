import { spawn } from 'node:child_process';
import { join } from 'node:path';

const binaries = join(import.meta.dirname, '..', 'node_modules', '.bin');

export interface Outcome {
  name: string;
  passed: number;
  failed: number;
  skipped: number;
  seconds: number;
  /** What failed and how it said so, told again at the end where it is looked for. */
  failures?: string[];
  /** What passed at its second try only. */
  unsteady?: string[];
}

/** Runs a program of node_modules/.bin with its output shown; answers its exit code. */
export function run(command: string, args: readonly string[], env: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(join(binaries, command), args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      // Node keeps what it compiled, as the product's own start does.
      env: {
        ...process.env,
        PATH: `${binaries}:${process.env.PATH}`,
        NODE_COMPILE_CACHE: join(binaries, '../.cache/node'),
        ...env,
      },
    });
    child.once('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** Says which step begins, and how long it took beside what came of it. */
export async function step(name: string, work: () => Promise<Omit<Outcome, 'name' | 'seconds'>>): Promise<Outcome> {
  console.log(`\n— ${name}`);
  const startedAt = performance.now();
  const outcome = await work();
  return { name, seconds: (performance.now() - startedAt) / 1000, ...outcome };
}

/** A step that either holds or does not. */
export const check = (name: string, command: string, args: readonly string[]): Promise<Outcome> =>
  step(name, async () => {
    const code = await run(command, args);
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
  });

/** Each compiler takes one processor, so two go side by side. */
export async function typesAndLint(): Promise<Outcome[]> {
  const types = (floor: string) => check(`types of ${floor}`, 'tsc', ['-p', floor]);
  const server = async () => [await types('src/server'), await types('src/shared'), await check('nothing unused', 'knip', [])];
  const web = async () => [
    await types('src/web'),
    await types('e2e'),
    await check('lint and format', 'biome', ['check', '--error-on-warnings', '.']),
  ];
  return (await Promise.all([server(), web()])).flat();
}
