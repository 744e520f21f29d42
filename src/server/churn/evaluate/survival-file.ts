import { CannotContinueError } from '#server/core/errors.ts';
import { defaultConfidence } from '#shared/core/statistics/intervals.ts';
import {
  type Lifetime,
  type LogRank,
  logRank,
  type SurvivalQuantile,
  type SurvivalStep,
  survivalCurve,
  survivalQuantile,
} from '#shared/core/statistics/survival.ts';
import { type CsvTable, columnCells, parseNumber } from './read-table.ts';

export interface SurvivalOptions {
  time: string;
  event: string;
  by?: string | undefined;
}

export interface SurvivalGroup {
  /** Value of the grouping column; `null` without a grouping column. */
  name: string | null;
  rows: number;
  events: number;
  /** Median survival time; its values are `null` when the curve does not reach 50%. */
  median: SurvivalQuantile;
  curve: SurvivalStep[];
}

export interface SurvivalReport {
  rows: number;
  /** Number of rows that are ignored because a required column is blank. */
  skipped: number;
  groups: SurvivalGroup[];
  /** Log-rank test; `null` for a single group and when the groups cannot be compared. */
  logRank: LogRank | null;
}

const mostGroups = 20;
const yes = new Set(['1', 'true', 'yes', 'y', 't', 'dead', 'event', 'churned', 'lost']);
const no = new Set(['0', 'false', 'no', 'n', 'f', 'alive', 'censored', 'active', 'live']);

/**
 * Computes survival by group from the durations and events of a table. Throws `Refusal`, which
 * names the cell, for an invalid value.
 */
export function computeSurvivalReport(
  table: CsvTable,
  { time, event, by }: SurvivalOptions,
): SurvivalReport {
  const [times, events] = [columnCells(table, time), columnCells(table, event)];
  const names = by === undefined ? undefined : columnCells(table, by);
  const groups = new Map<string | null, Lifetime[]>();
  let skipped = 0;
  for (let row = 0; row < table.rows; row++) {
    const [seen, ended] = [times[row] ?? '', events[row] ?? ''];
    const name = names === undefined ? null : (names[row] ?? '');
    if (seen === '' || ended === '' || name === '') {
      skipped++;
      continue;
    }
    const length = parseNumber(seen);
    const refuse = (what: string) => new CannotContinueError(`${what} (line ${table.lines[row]}).`);
    if (Number.isNaN(length) || length < 0)
      throw refuse(`“${seen}” in “${time}” is not a number of 0 or more`);
    const isEnd = yes.has(ended.toLowerCase());
    if (!isEnd && !no.has(ended.toLowerCase()))
      throw refuse(`“${ended}” in “${event}” is not 1, 0, yes or no`);
    // The survival estimate ignores an event at the entry time. The entry is therefore set to -1,
    // so that an event at time 0 counts.
    const life = { entry: -1, time: length, event: isEnd };
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [life]);
    else group.push(life);
    if (groups.size > mostGroups)
      throw new CannotContinueError(
        `“${by}” has more than ${mostGroups} different values, too many to compare.`,
      );
  }
  if (groups.size === 0)
    throw new CannotContinueError(
      table.rows === 0 ? 'The file has no rows.' : 'No row has all the required values.',
    );
  const sorted = [...groups].sort(([one], [other]) => ((one ?? '') < (other ?? '') ? -1 : 1));
  return {
    rows: table.rows,
    skipped,
    groups: sorted.map(([name, lives]) => {
      const curve = survivalCurve(lives, defaultConfidence);
      return {
        name,
        rows: lives.length,
        events: lives.filter((life) => life.event).length,
        median: survivalQuantile(curve, 0.5),
        curve,
      };
    }),
    logRank: logRank(sorted.map(([, lives]) => lives)) ?? null,
  };
}
