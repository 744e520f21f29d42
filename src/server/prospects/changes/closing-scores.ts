import type { Dependencies } from '#server/core/dependencies.ts';
import { prospectRowsReader } from '../list/rows.ts';

/** Score of a prospect when it was won or lost, by which the score is tested later. */
export interface ClosingScore {
  score: number;
  /** Version of the settings with the score's weights; 0 for the defaults. */
  scoreVersion: number;
}

/**
 * Returns a function that reads the current scores of prospects. Call it outside transactions,
 * because it can read all prospects.
 */
export function closingScoreReader(
  dependencies: Dependencies,
): (prospectIds: Iterable<number>) => Promise<Map<number, ClosingScore>> {
  const prospects = prospectRowsReader(dependencies);
  return async (prospectIds) => {
    const { rows, positions, context } = await prospects();
    const scores = new Map<number, ClosingScore>();
    for (const prospectId of prospectIds) {
      const row = rows[positions.get(prospectId) ?? -1];
      if (row !== undefined)
        scores.set(prospectId, { score: row.score, scoreVersion: context.sales.scoreVersion });
    }
    return scores;
  };
}
