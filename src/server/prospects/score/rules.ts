import { dayIn } from '#shared/core/dates.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import {
  backTestScore,
  type getScoreBackTest,
  minimumWonProspects,
} from '#shared/prospects/score/back-test.ts';
import type { ClosingRow } from './queries.ts';

/** Returns the back-test of the score by the won and lost prospects whose score was stored. */
export function summarizeClosings(
  rows: readonly ClosingRow[],
  timeZone: string,
): ResponseOf<typeof getScoreBackTest> {
  const closed = rows.flatMap(({ isWon, closedAt, score }) =>
    score === null ? [] : { isWon, score, day: dayIn(timeZone, closedAt) },
  );
  const days = closed.map(({ day }) => day).sort();
  const [from, to] = [days[0], days.at(-1)];
  const won = closed.filter(({ isWon }) => isWon).length;
  return {
    won,
    lost: closed.length - won,
    withoutScore: rows.length - closed.length,
    days: from === undefined || to === undefined ? null : { from, to },
    test: won < minimumWonProspects ? null : backTestScore(closed),
  };
}
