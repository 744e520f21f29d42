import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { type Outcome, run } from './steps.ts';

const reportSchema = z.object({ numPassedTests: z.int(), numFailedTests: z.int(), numPendingTests: z.int(), success: z.boolean() });

/** Runs vitest's projects and reads the counts from its own report. */
export async function vitest(name: string, projects: readonly string[], env: Record<string, string> = {}): Promise<Outcome> {
  console.log(`\n— ${name}`);
  const folder = mkdtempSync(join(tmpdir(), 'chairside-report-'));
  const file = join(folder, 'report.json');
  try {
    const code = await run(
      'vitest',
      ['run', ...projects.map((project) => `--project=${project}`), '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
      env,
    );
    const report = reportSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    const failed = report.numFailedTests;
    // A file that cannot even be loaded fails the run without a failed test.
    return { name, passed: report.numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed, skipped: report.numPendingTests };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
