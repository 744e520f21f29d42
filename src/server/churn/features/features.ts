import { setImmediate as otherWork } from 'node:timers/promises';
import type { Queries } from '#server/core/db/database.ts';
import { runInInstitutionPieces } from '#server/scoring/institution-range-queries.ts';
import { churnFeatures } from '#shared/churn/patterns/features.ts';
import type { PipelineCheck } from '#shared/churn/pipeline/pipeline-runs.ts';
import { addDays, type Day } from '#shared/core/dates.ts';
import { checkCountAgainstUsual, checkFeatureDrift, type FeatureBins } from '../steps/checks.ts';
import { earlierCheckValues } from '../steps/checks-queries.ts';
import type { StepResult } from '../steps/runs-queries.ts';
import { type StepContext, StepStopped } from '../steps/step.ts';
import { analyzeFeatureTables, replaceDayFeatures } from './features-queries.ts';
import {
  deleteOldFeatures,
  findIncompleteFeatureSundays,
  readDayFeatureBatches,
} from './panel-queries.ts';

/**
 * Target durations of a transaction in milliseconds. Shorter transactions have more overhead. Past
 * weeks use shorter transactions to keep pages responsive.
 */
const pieceMs = { ofDay: 200, ofPast: 60 };
/** Number of days for which features are kept. Features of Sundays are kept longer. */
const keptDays = 60;

/**
 * Computes the features of all live customers for the day and for the past Sundays on which the
 * model is trained.
 */
export async function runComputeFeaturesStep(
  { queries, day, timeZone, transact, progress, signal }: StepContext,
  bins: readonly FeatureBins[] | undefined,
): Promise<StepResult> {
  await analyzeFeatureTables(queries);
  const missing = await findIncompleteFeatureSundays(queries, day);
  for (const [at, past] of missing.entries()) {
    signal.throwIfAborted();
    await progress(at, missing.length + 1, 'past weeks computed');
    await write(past, pieceMs.ofPast);
  }
  const rowsOut = await write(day, pieceMs.ofDay);
  if (rowsOut === 0)
    throw new StepStopped('No live customer has a score, so there are no features.');
  await deleteOldFeatures(queries, addDays(day, -keptDays));
  const before = await earlierCheckValues(queries, 'features', day);
  const checks = [
    checkCountAgainstUsual(
      'customers',
      'Customers with features',
      rowsOut,
      before.get('customers') ?? [],
      true,
    ),
  ];
  if (bins !== undefined) checks.push(...(await drifts(await known(queries, day), bins)));
  return { rowsIn: rowsOut, rowsOut, rejects: 0, checks };

  async function write(of: Day, ms: number): Promise<number> {
    let written = 0;
    await runInInstitutionPieces(
      transact,
      async (transaction, range) => {
        written += await replaceDayFeatures(transaction, of, range, timeZone);
      },
      ms,
    );
    return written;
  }
}

async function known(queries: Queries, day: Day): Promise<(number | null)[][]> {
  const rows: (number | null)[][] = [];
  for await (const part of readDayFeatureBatches(queries, day))
    rows.push(...part.map((row) => row.known));
  return rows;
}

/** Checks the features for drift, one after another. Other work runs in between. */
async function drifts(
  rows: readonly (readonly (number | null)[])[],
  bins: readonly FeatureBins[],
): Promise<PipelineCheck[]> {
  const checks: PipelineCheck[] = [];
  for (const [at, { key, name }] of churnFeatures.entries()) {
    const expected = bins[at];
    if (expected === undefined) continue;
    const values = rows.map((row) => row[at] ?? null);
    checks.push(checkFeatureDrift(key, name, values, expected));
    await otherWork();
  }
  return checks;
}
