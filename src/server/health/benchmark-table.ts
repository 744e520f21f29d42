import { cachedList } from '#server/cached-list.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { type BenchmarkChange, benchmarkWeeks, getBenchmarkTable } from '#shared/benchmark-table.ts';
import { addDays } from '#shared/dates.ts';
import { defaultHealthRules } from '#shared/health.ts';
import {
  benchmarkTableVersion,
  type ClosedWeek,
  closedWeeks,
  comparedInstitutions,
  memberships,
  sizeBenchmarks,
} from './benchmark-table-queries.ts';
import { benchmarkRows, explainedStep, notableSteps, type StoredGroups, storedGroups } from './benchmark-table-rules.ts';

/** The table of benchmarks with its log, built once per closed week: closed weeks never change. */
export function benchmarkTableCache({ database: { requests }, clock }: Pick<Dependencies, 'database' | 'clock'>) {
  /** Week by week, so that other requests come between. */
  async function log(groups: StoredGroups, weeks: readonly ClosedWeek[]): Promise<BenchmarkChange[]> {
    const changes: BenchmarkChange[] = [];
    for (const [index, week] of weeks.entries()) {
      const before = weeks[index + 1];
      const steps = before === undefined ? [] : notableSteps(groups, week, before);
      for (const level of ['tier', 'all'] as const) {
        const here = steps.filter(({ now }) => now.peer_level === level);
        if (here.length === 0) continue;
        const members = await memberships(requests, week.week_start, level);
        for (const step of here) {
          const { product, sizeTier } = step.cell;
          const tier = level === 'tier' ? sizeTier : '';
          changes.push(
            explainedStep(
              step,
              members.find((row) => row.product === product && row.size_tier === tier),
            ),
          );
        }
      }
    }
    return changes;
  }

  async function build() {
    const weeks = await closedWeeks(requests, benchmarkWeeks.logged + 1);
    const [week] = weeks;
    const oldest = weeks.at(-1);
    if (week === undefined || oldest === undefined)
      return getBenchmarkTable.response.parse({
        weekStartDate: null,
        weekEndDate: null,
        comparedWeekEndDate: null,
        minimumPeers: defaultHealthRules.minimumPeers,
        rows: [],
        changes: [],
      });
    const groups = storedGroups(await sizeBenchmarks(requests, oldest.week_start));
    const compared = weeks.find(({ week_start }) => week_start === addDays(week.week_start, -7 * benchmarkWeeks.compared));
    return getBenchmarkTable.response.parse({
      weekStartDate: week.week_start,
      weekEndDate: week.week_end,
      comparedWeekEndDate: compared?.week_end ?? null,
      minimumPeers: week.rules.minimumPeers,
      rows: benchmarkRows(groups, await comparedInstitutions(requests, week.week_start), week, compared),
      changes: await log(groups, weeks),
    });
  }

  return cachedList(clock, () => benchmarkTableVersion(requests), build);
}
