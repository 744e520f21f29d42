import { spawn } from 'node:child_process';
import { join } from 'node:path';

const binaries = join(import.meta.dirname, '..', 'node_modules', '.bin');

export interface Outcome {
  name: string;
  passed: number;
  failed: number;
  skipped: number;
  seconds: number;
  /** Failures with their messages, which are printed again at the end. */
  failures?: string[];
  /** Tests that passed only when they were repeated. */
  flaky?: string[];
}

/** Runs a program of node_modules/.bin and shows its output. Returns the exit code. */
export function run(
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(join(binaries, command), args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      // Node caches compiled code, as with `npm start`.
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

/** Prints the name of a step, runs the step and measures its duration. */
export async function runStep(
  name: string,
  work: () => Promise<Omit<Outcome, 'name' | 'seconds'>>,
): Promise<Outcome> {
  console.log(`\n— ${name}`);
  const startedAt = performance.now();
  const outcome = await work();
  return { name, seconds: (performance.now() - startedAt) / 1000, ...outcome };
}

/** Runs a command as a step that passes or fails as a whole. */
export const runCommandStep = (
  name: string,
  command: string,
  args: readonly string[],
): Promise<Outcome> =>
  runStep(name, async () => {
    const code = await run(command, args);
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
  });

/** Checks types, unused code and lint. Each compiler uses one processor, so two run in parallel. */
export async function checkTypesAndLint(): Promise<Outcome[]> {
  const types = (floor: string) => runCommandStep(`types of ${floor}`, 'tsc', ['-p', floor]);
  const server = async () => [
    await types('src/server'),
    await types('src/shared'),
    await runCommandStep('nothing unused', 'knip', []),
  ];
  const web = async () => [
    await types('src/web'),
    await types('e2e'),
    await runCommandStep('lint and format', 'biome', ['check', '--error-on-warnings', '.']),
  ];
  return (await Promise.all([server(), web()])).flat();
}
