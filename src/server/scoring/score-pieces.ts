import { runInBatches } from '#server/core/db/batches.ts';
import { productKeys } from '#shared/core/products.ts';
import { runInInstitutionPieces } from './institution-range-queries.ts';
import {
  computeBenchmarksSql,
  type ScoringRun,
  scoreInstitutionsSql,
  stageScoringInputSql,
} from './score-sql.ts';
import type { ScoringLease } from './scoring-lease-queries.ts';

/**
 * Writes the facts, then the benchmarks and then the scores of a week. The target tables, or the
 * target version, must be empty. Returns the number of institutions.
 */
export async function scoreWeekInPieces(lease: ScoringLease, run: ScoringRun): Promise<number> {
  const { institutions } = await computeBenchmarksInPieces(lease, run);
  if (institutions > 0)
    await runInInstitutionPieces(
      lease.transact,
      async (transaction, range) => {
        await scoreInstitutionsSql(run, range).execute(transaction);
      },
      lease.pieceMs,
    );
  return institutions;
}

/** Computes only the facts and benchmarks of a week. */
export async function computeBenchmarksInPieces(
  { transact, pieceMs }: ScoringLease,
  run: ScoringRun,
): Promise<{ institutions: number; groups: number }> {
  let institutions = 0;
  await runInInstitutionPieces(
    transact,
    async (transaction, range) => {
      const { rows } = await stageScoringInputSql(run, range).execute(transaction);
      institutions += rows[0]?.institutions ?? 0;
    },
    pieceMs,
  );
  let groups = 0;
  if (institutions > 0)
    await runInBatches(
      transact,
      0,
      async (transaction, after, rows) => {
        const next = after + Math.max(1, Math.floor(rows / institutions));
        const { rows: made } = await computeBenchmarksSql(
          run,
          productKeys.slice(after, next),
        ).execute(transaction);
        groups += made[0]?.groups ?? 0;
        return next < productKeys.length ? next : undefined;
      },
      pieceMs,
    );
  return { institutions, groups };
}
