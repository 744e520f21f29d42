import { inPieces } from '#server/core/db/pieces.ts';
import { productKeys } from '#shared/core/products.ts';
import { byInstitutions } from './institution-range-queries.ts';
import { benchmarkStatement, type ScoreRun, scoreStatement, stageStatement } from './score-sql.ts';
import type { ScoringTurn } from './usage-turn-queries.ts';

/** Scores a week into empty tables, or an empty version of them: facts first, then benchmarks, then scores. Answers how many institutions. */
export async function scoreInPieces(turn: ScoringTurn, run: ScoreRun): Promise<number> {
  const { institutions } = await benchmarksInPieces(turn, run);
  if (institutions > 0)
    await byInstitutions(
      turn.transact,
      async (transaction, range) => {
        await scoreStatement(run, range).execute(transaction);
      },
      turn.pieceMs,
    );
  return institutions;
}

/** Only the benchmarks of a week, and what they are made from. */
export async function benchmarksInPieces(
  { transact, pieceMs }: ScoringTurn,
  run: ScoreRun,
): Promise<{ institutions: number; groups: number }> {
  let institutions = 0;
  await byInstitutions(
    transact,
    async (transaction, range) => {
      const { rows } = await stageStatement(run, range).execute(transaction);
      institutions += rows[0]?.institutions ?? 0;
    },
    pieceMs,
  );
  let groups = 0;
  if (institutions > 0)
    await inPieces(
      transact,
      0,
      async (transaction, after, rows) => {
        const next = after + Math.max(1, Math.floor(rows / institutions));
        const { rows: made } = await benchmarkStatement(run, productKeys.slice(after, next)).execute(transaction);
        groups += made[0]?.groups ?? 0;
        return next < productKeys.length ? next : undefined;
      },
      pieceMs,
    );
  return { institutions, groups };
}
