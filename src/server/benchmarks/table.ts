import type { Dependencies } from '#server/core/dependencies.ts';
import { createCachedListReader } from '#server/list/cached-list.ts';
import { readCurrentRules } from '#server/scoring/rules-queries.ts';
import { findNewestWeeks, type OfficialWeek } from '#server/scoring/week-queries.ts';
import { benchmarkComparedAndLoggedWeeks } from '#shared/benchmarks/constants.ts';
import {
  type BenchmarkChange,
  getBenchmarkChanges,
  getBenchmarkTable,
} from '#shared/benchmarks/table.ts';
import { addDays } from '#shared/core/dates.ts';
import {
  benchmarkTableCacheVersion,
  countComparedInstitutions,
  countDepartedPeers,
  countMembershipChanges,
  findBenchmarksBySize,
} from './table-queries.ts';
import {
  addCauseToChange,
  type BenchmarksByGroup,
  buildBenchmarkTableRows,
  findLargeBenchmarkChanges,
  indexBenchmarksByGroup,
} from './table-rules.ts';

type Needed = Pick<Dependencies, 'database' | 'clock'>;

/** Returns the cached benchmark table. It is rebuilt when a week is closed. */
export function createBenchmarkTableReader({ database: { foreground }, clock }: Needed) {
  async function build() {
    const weeks = await findNewestWeeks(foreground, benchmarkComparedAndLoggedWeeks.compared + 1);
    const [week] = weeks;
    if (week === undefined)
      return getBenchmarkTable.response.parse({
        weekStartDate: null,
        weekEndDate: null,
        comparedWeekEndDate: null,
        minimumPeers: (await readCurrentRules(foreground, clock())).rules.minimumPeers,
        rows: [],
      });
    const compared = weeks.find(
      ({ weekStart }) =>
        weekStart === addDays(week.weekStart, -7 * benchmarkComparedAndLoggedWeeks.compared),
    );
    const groups = indexBenchmarksByGroup(
      await findBenchmarksBySize(foreground, (compared ?? week).weekStart),
    );
    const counts = {
      compared: await countComparedInstitutions(foreground, week.weekStart),
      left: await countDepartedPeers(foreground, week.weekStart),
    };
    return getBenchmarkTable.response.parse({
      weekStartDate: week.weekStart,
      weekEndDate: week.weekEnd,
      comparedWeekEndDate: compared?.weekEnd ?? null,
      minimumPeers: week.rules.minimumPeers,
      rows: buildBenchmarkTableRows(groups, counts, week, compared),
    });
  }

  return createCachedListReader(clock, () => benchmarkTableCacheVersion(foreground), build);
}

/**
 * Returns the cached benchmark log. The changes in a week are cached until the week is closed
 * again, because computing them reads all peers of the week.
 */
export function createBenchmarkLogReader({ database: { foreground }, clock }: Needed) {
  let cached = new Map<string, BenchmarkChange[]>();

  async function changesIn(
    groups: BenchmarksByGroup,
    week: OfficialWeek,
    before: OfficialWeek,
  ): Promise<BenchmarkChange[]> {
    const steps = findLargeBenchmarkChanges(groups, week, before);
    const changes: BenchmarkChange[] = [];
    for (const level of ['tier', 'all'] as const) {
      const levelSteps = steps.filter(({ now }) => now.peer_level === level);
      if (levelSteps.length === 0) continue;
      const products = [...new Set(levelSteps.map(({ cell }) => cell.product))];
      const members = await countMembershipChanges(foreground, week.weekStart, level, products);
      const of = ({ product, sizeTier }: (typeof levelSteps)[number]['cell']) =>
        members.find(
          (row) => row.product === product && row.size_tier === (level === 'tier' ? sizeTier : ''),
        );
      changes.push(...levelSteps.map((step) => addCauseToChange(step, of(step.cell))));
    }
    return changes;
  }

  /** Builds the log one week after another, so that other requests run in between. */
  async function build() {
    const weeks = await findNewestWeeks(foreground, benchmarkComparedAndLoggedWeeks.logged + 1);
    const oldest = weeks.at(-1);
    const groups = indexBenchmarksByGroup(
      oldest === undefined ? [] : await findBenchmarksBySize(foreground, oldest.weekStart),
    );
    const logged = new Map<string, BenchmarkChange[]>();
    for (const [index, week] of weeks.entries()) {
      const before = weeks[index + 1];
      if (before === undefined) continue;
      const key = `${week.weekStart} ${week.closedAt.getTime()} ${before.closedAt.getTime()}`;
      logged.set(key, cached.get(key) ?? (await changesIn(groups, week, before)));
    }
    cached = logged;
    return getBenchmarkChanges.response.parse({ rows: [...logged.values()].flat() });
  }

  return createCachedListReader(clock, () => benchmarkTableCacheVersion(foreground), build);
}
