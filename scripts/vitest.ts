import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { type Outcome, run, runStep } from './steps.ts';

const reportSchema = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

interface Run {
  projects: readonly string[];
  /**
   * Number of test files that run at once. It can exceed the number of processors when tests wait
   * for other processes.
   */
  workers: number;
  env?: Record<string, string>;
  /** Parts of the paths of the files to run; an empty list runs all files. */
  files?: readonly string[];
}

/** Runs vitest. Reads the number of tests and the failures from its JSON report. */
export const runVitestTests = (
  name: string,
  { projects, workers, env = {}, files = [] }: Run,
): Promise<Outcome> =>
  runStep(name, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'chairside-report-'));
    const file = join(folder, 'report.json');
    try {
      const code = await run(
        'vitest',
        [
          'run',
          ...files,
          ...projects.map((project) => `--project=${project}`),
          `--maxWorkers=${workers}`,
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${file}`,
        ],
        env,
      );
      const report = reportSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
      const failed = report.numFailedTests;
      return {
        passed: report.numPassedTests,
        // A file that cannot be loaded makes vitest fail without a failed test.
        failed: failed === 0 && code !== 0 ? 1 : failed,
        skipped: report.numPendingTests,
        failures: report.testResults.flatMap(failuresOf),
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

function failuresOf({
  name,
  status,
  message,
  assertionResults,
}: z.infer<typeof reportSchema>['testResults'][number]): string[] {
  const file = relative(process.cwd(), name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0) return status === 'failed' ? [`${file}: ${firstLines(message)}`] : [];
  return failed.map(
    (test) => `${file}: ${test.fullName}\n${firstLines(test.failureMessages?.join('\n') ?? '')}`,
  );
}

const firstLines = (text: string): string => text.split('\n').slice(0, 12).join('\n');
