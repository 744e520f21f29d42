import { setImmediate as otherWork } from 'node:timers/promises';
import type { Queries } from '#server/core/db/database.ts';
import { inInstitutionPieces } from '#server/scoring/institution-range-queries.ts';
import { churnFeatures } from '#shared/churn/patterns/features.ts';
import type { PipelineCheck } from '#shared/churn/runs/pipeline-runs.ts';
import { addDays, type Day } from '#shared/core/dates.ts';
import { countCheck, driftCheck, type FeatureBins } from './checks.ts';
import { valuesBefore } from './checks-queries.ts';
import { gatherFeatureStatistics, writeFeatures } from './features-queries.ts';
import { forgetFeatures, panelDaysMissing, readFeatures } from './panel-queries.ts';
import type { StepResult } from './runs-queries.ts';
import { type StepContext, StepStopped } from './step.ts';

/** A piece shorter than this spends more time on its plan than on its rows; past weeks are worked out while somebody looks at
 * the pages. */
const pieceMs = { ofDay: 200, ofPast: 60 };
/** Features of other days than Sundays are kept for so long. */
const keptDays = 60;

/** Works out what is known of every live customer on the day, and on those past Sundays that the model learns from. */
export async function buildFeatures(
  { queries, day, timeZone, transact, progress, signal }: StepContext,
  bins: readonly FeatureBins[] | undefined,
): Promise<StepResult> {
  await gatherFeatureStatistics(queries);
  const missing = await panelDaysMissing(queries, day);
  for (const [at, past] of missing.entries()) {
    signal.throwIfAborted();
    await progress(at, missing.length + 1, 'past weeks worked out');
    await write(past, pieceMs.ofPast);
  }
  const rowsOut = await write(day, pieceMs.ofDay);
  if (rowsOut === 0) throw new StepStopped('No live customer has a score, so nothing is known of anybody.');
  await forgetFeatures(queries, addDays(day, -keptDays));
  const before = await valuesBefore(queries, 'features', day);
  const checks = [countCheck('customers', 'Customers with features', rowsOut, before.get('customers') ?? [], true)];
  if (bins !== undefined) checks.push(...(await drifts(await known(queries, day), bins)));
  return { rowsIn: rowsOut, rowsOut, rejects: 0, checks };

  async function write(of: Day, ms: number): Promise<number> {
    let written = 0;
    await inInstitutionPieces(
      transact,
      async (transaction, range) => {
        written += await writeFeatures(transaction, of, range, timeZone);
      },
      ms,
    );
    return written;
  }
}

async function known(queries: Queries, day: Day): Promise<(number | null)[][]> {
  const rows: (number | null)[][] = [];
  for await (const part of readFeatures(queries, day)) rows.push(...part.map((row) => row.known));
  return rows;
}

/** One feature after the other, each in some milliseconds: others get their turn between them. */
async function drifts(rows: readonly (readonly (number | null)[])[], bins: readonly FeatureBins[]): Promise<PipelineCheck[]> {
  const checks: PipelineCheck[] = [];
  for (const [at, { key, name }] of churnFeatures.entries()) {
    const expected = bins[at];
    if (expected === undefined) continue;
    const values = rows.map((row) => row[at] ?? null);
    checks.push(driftCheck(key, name, values, expected));
    await otherWork();
  }
  return checks;
}
