import { existsSync, readFileSync } from 'node:fs';
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

/**
 * Runs the browser tests on a separate demo. Reads the number of tests and the failures from
 * Playwright's report.
 */
export const runPlaywrightTests = (name: string, chromium: string): Promise<Outcome> =>
  runStep(name, async () => {
    const folder = createTemporaryFolder();
    const file = join(folder.path, 'report.json');
    try {
      await run('playwright', ['test', '--config', 'e2e/playwright.config.ts'], {
        CHROMIUM_PATH: chromium,
        E2E_PORT: String(await findFreePort()),
        E2E_DATA_DIR: join(folder.path, 'data'),
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
