import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import { createTemporaryFolder } from '#test/temporary-folder.ts';
import { findFreePort } from './free-port.ts';
import { type Outcome, run, runStep } from './steps.ts';

const suiteSchema = z.object({
  title: z.string(),
  specs: z.array(
    z.object({
      title: z.string(),
      ok: z.boolean(),
      tests: z.array(
        z.object({
          status: z.string(),
          results: z.array(
            z.object({ errors: z.array(z.object({ message: z.string().optional() })) }),
          ),
        }),
      ),
    }),
  ),
  get suites() {
    return z.array(suiteSchema).optional();
  },
});

const reportSchema = z.object({
  suites: z.array(suiteSchema),
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
});

export interface BrowserDemo {
  /** Path of the data folder. */
  dataDir: string;
  /** Resolves when the process ends, even after a failure. */
  created: Promise<void>;
  remove(): void;
}

/**
 * Starts to create the demo of the browser tests in a process of low priority, while other tests
 * run.
 */
export function startBrowserDemo(): BrowserDemo {
  const { path, remove } = createTemporaryFolder();
  const dataDir = join(path, 'data');
  const child = spawn('node', [join(import.meta.dirname, '../test/fixtures/whole-demo.ts')], {
    env: { ...process.env, NODE_ENV: 'test', DATA_DIR: dataDir, DATABASE_URL: '' },
    // The progress of the demo would mix with the output of the tests.
    stdio: 'ignore',
  });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const exitCode = once(child, 'exit').then(
    ([code]) => code,
    () => 1,
  );
  const created = exitCode.then((code) => {
    process.off('exit', kill);
    // After a failure, the server creates the demo or reports the error.
    if (code !== 0) rmSync(dataDir, { recursive: true, force: true });
  });
  return { dataDir, created, remove };
}

/**
 * Runs the browser tests on a separate demo. Reads the number of tests and the failures from
 * Playwright's report.
 */
export const runPlaywrightTests = (
  name: string,
  chromium: string,
  demo?: BrowserDemo,
): Promise<Outcome> =>
  runStep(name, async () => {
    const folder = createTemporaryFolder();
    const file = join(folder.path, 'report.json');
    try {
      await demo?.created;
      await run('playwright', ['test', '--config', 'e2e/playwright.config.ts'], {
        CHROMIUM_PATH: chromium,
        E2E_PORT: String(await findFreePort()),
        E2E_DATA_DIR: demo?.dataDir ?? join(folder.path, 'data'),
        PLAYWRIGHT_JSON_OUTPUT_FILE: file,
      });
      if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 };
      const { suites, stats } = reportSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
      const none = stats.expected + stats.unexpected + stats.flaky === 0;
      return {
        passed: stats.expected + stats.flaky,
        failed: stats.unexpected + (none ? 1 : 0),
        skipped: stats.skipped,
        failures: suites.flatMap(failuresOf),
        flaky: suites.flatMap(flakyOf),
      };
    } finally {
      demo?.remove();
      folder.remove();
    }
  });

function flakyOf({ title, specs, suites }: z.infer<typeof suiteSchema>): string[] {
  const own = specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
    .map((spec) => `${title}: ${spec.title}`);
  return [...own, ...(suites ?? []).flatMap(flakyOf)];
}

function failuresOf({ title, specs, suites }: z.infer<typeof suiteSchema>): string[] {
  const own = specs
    .filter(({ ok }) => !ok)
    .map((spec) => {
      const errors = spec.tests
        .flatMap(({ results }) => results)
        .flatMap((result) => result.errors);
      return `${title}: ${spec.title}\n${errors.map(({ message }) => stripVTControlCharacters(message ?? '')).join('\n')}`;
    });
  return [...own, ...(suites ?? []).flatMap(failuresOf)];
}
