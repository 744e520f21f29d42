import { Refusal } from '#server/core/errors.ts';
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
import { columnOf, numberIn, type TextTable } from './read-table.ts';

export interface SurvivalOptions {
  time: string;
  event: string;
  by?: string | undefined;
}

export interface SurvivalGroup {
  /** null where the rows are not parted. */
  name: string | null;
  rows: number;
  events: number;
  /** null where the curve does not reach it. */
  median: SurvivalQuantile;
  curve: SurvivalStep[];
}

export interface SurvivalReport {
  rows: number;
  /** Rows with a blank where a value is needed. */
  skipped: number;
  groups: SurvivalGroup[];
  /** null with one group, or where nothing can be compared. */
  logRank: LogRank | null;
}

const mostGroups = 20;
const yes = new Set(['1', 'true', 'yes', 'y', 't', 'dead', 'event', 'churned', 'lost']);
const no = new Set(['0', 'false', 'no', 'n', 'f', 'alive', 'censored', 'active', 'live']);

/** Survival by group from a table of how long each row was seen and whether it ended. Throws a Refusal that says which cell cannot be used. */
export function survivalReport(table: TextTable, { time, event, by }: SurvivalOptions): SurvivalReport {
  const [times, events] = [columnOf(table, time), columnOf(table, event)];
  const names = by === undefined ? undefined : columnOf(table, by);
  const groups = new Map<string | null, Lifetime[]>();
  let skipped = 0;
  for (let row = 0; row < table.rows; row++) {
    const [seen, ended] = [times[row] ?? '', events[row] ?? ''];
    const name = names === undefined ? null : (names[row] ?? '');
    if (seen === '' || ended === '' || name === '') {
      skipped++;
      continue;
    }
    const length = numberIn(seen);
    const refuse = (what: string) => new Refusal(`${what} (line ${table.lines[row]}).`);
    if (Number.isNaN(length) || length < 0) throw refuse(`“${seen}” in “${time}” is no time from 0 on`);
    const isEnd = yes.has(ended.toLowerCase());
    if (!isEnd && !no.has(ended.toLowerCase())) throw refuse(`“${ended}” in “${event}” is neither 1 nor 0, yes nor no`);
    // An end at time 0 counts: everybody is watched from before it.
    const life = { entry: -1, time: length, event: isEnd };
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [life]);
    else group.push(life);
    if (groups.size > mostGroups) throw new Refusal(`“${by}” has more than ${mostGroups} different values: too many curves to compare.`);
  }
  if (groups.size === 0) throw new Refusal(table.rows === 0 ? 'The file has no rows.' : 'No row has all the values that are needed.');
  const sorted = [...groups].sort(([one], [other]) => ((one ?? '') < (other ?? '') ? -1 : 1));
  return {
    rows: table.rows,
    skipped,
    groups: sorted.map(([name, lives]) => {
      const curve = survivalCurve(lives, defaultConfidence);
      return { name, rows: lives.length, events: lives.filter((life) => life.event).length, median: survivalQuantile(curve, 0.5), curve };
    }),
    logRank: logRank(sorted.map(([, lives]) => lives)) ?? null,
  };
}
