import { horizonDays } from '../horizon.ts';
import { predictionOf } from '../prediction.ts';
import type { Prediction } from '../predictions-queries.ts';
import { limitToBand } from './bands.ts';
import { knownAt, type Panel } from './panel.ts';
import type { Training } from './train.ts';

/** Of each past Sunday those with the highest chances are kept, and whoever was in a tier or left. */
const keptOfSunday = 100;
/** So many predictions are told at once: a thread takes them over in some milliseconds. */
const toldAtOnce = 500;

/** The past Sundays as the model would have seen them, some predictions at a time; patterns in `silent` count for no tier. */
export function* backtest(
  { model, level, backtest: { row: rows, chances } }: Training,
  panel: Panel,
  version: number,
  silent: ReadonlySet<string>,
): Generator<Prediction[]> {
  const kept = { version, report: { level } };
  const chance = (horizon: number, at: number) => chances[horizon]?.[at] ?? 0;
  const bySunday = Map.groupBy(rows.keys(), (at) => panel.sunday[rows[at] ?? 0] ?? 0);
  for (const [sunday, places] of bySunday) {
    const day = panel.days[sunday];
    if (day === undefined) continue;
    const sorted = places.toSorted((one, other) => chance(2, other) - chance(2, one));
    const told = sorted.flatMap((at, rank) => {
      const row = rows[at] ?? 0;
      const own = limitToBand(model, [chance(0, at), chance(1, at), chance(2, at)]);
      const left = (panel.noticeInDays[row] ?? Number.NaN) < horizonDays;
      if (rank >= keptOfSunday && !left && own.chance60 < level) return [];
      return [predictionOf({ institution_id: panel.institution[row] ?? 0, known: knownAt(panel, row) }, day, own, kept, silent)];
    });
    for (let at = 0; at < told.length; at += toldAtOnce) yield told.slice(at, at + toldAtOnce);
  }
}
