import type { Selectable } from 'kysely';
import type { Schema } from '#server/core/db/schema.ts';
import { toBenchmark } from '#server/health/benchmark-rules.ts';
import type { OfficialWeek } from '#server/scoring/week-queries.ts';
import { minimumLoggedChangePercent } from '#shared/benchmarks/constants.ts';
import type { BenchmarkChange, BenchmarkRow } from '#shared/benchmarks/table.ts';
import { addDays, type Day } from '#shared/core/dates.ts';
import { minimumGroupSize } from '#shared/core/numbers/group-size.ts';
import { type ProductKey, productKeys } from '#shared/core/products.ts';
import type { HealthRules } from '#shared/core/scoring-rules.ts';
import { type SizeTier, sizeTiers } from '#shared/core/tiers.ts';
import { percentChange } from '#shared/health/rules.ts';
import type {
  ComparedInstitutionsRow,
  DepartedPeersRow,
  MembershipChangesRow,
} from './table-queries.ts';

type StoredBenchmark = Selectable<Schema['benchmark_week']>;

/** All combinations of product and size tier, in the order of the table. */
const cells = productKeys.flatMap((product) =>
  sizeTiers.map((sizeTier) => ({ product, sizeTier })),
);
type Cell = (typeof cells)[number];

const groupKey = (week: Day, product: ProductKey, sizeTier: SizeTier | '') =>
  `${week} ${product} ${sizeTier}`;

export type BenchmarksByGroup = ReadonlyMap<string, StoredBenchmark>;
export const indexBenchmarksByGroup = (rows: readonly StoredBenchmark[]): BenchmarksByGroup =>
  new Map(rows.map((row) => [groupKey(row.week_start, row.product, row.size_tier), row]));

/**
 * Returns the benchmark of the cell's size tier. When the tier has too few members, returns the
 * benchmark of all institutions; `undefined` when these are too few as well.
 */
function groupOf(
  groups: BenchmarksByGroup,
  week: OfficialWeek,
  { product, sizeTier }: Cell,
): StoredBenchmark | undefined {
  return [sizeTier, '' as const]
    .map((tier) => groups.get(groupKey(week.weekStart, product, tier)))
    .find((group) => group !== undefined && group.institutions >= week.rules.minimumPeers);
}

/**
 * Returns one row per product and size tier. `before` is the week to compare with; `undefined` when
 * that week was not closed.
 */
export function buildBenchmarkTableRows(
  groups: BenchmarksByGroup,
  {
    compared,
    left,
  }: { compared: readonly ComparedInstitutionsRow[]; left: readonly DepartedPeersRow[] },
  week: OfficialWeek,
  before: OfficialWeek | undefined,
): BenchmarkRow[] {
  const counts = new Map(
    compared.map((row) => [
      `${row.product} ${row.size_tier} ${row.peer_level ?? 'nobody'}`,
      row.institutions,
    ]),
  );
  return cells.map((cell) => {
    const count = (level: string) => counts.get(`${cell.product} ${cell.sizeTier} ${level}`) ?? 0;
    const group = groupOf(groups, week, cell);
    const old = before && groupOf(groups, before, cell);
    const leftOfCell = left.filter(
      (row) =>
        row.product === cell.product &&
        (group?.peer_level === 'all' || row.size_tier === cell.sizeTier),
    );
    const isComparable =
      Math.min(group?.institutions ?? 0, old?.institutions ?? 0) >= minimumGroupSize;
    return {
      ...cell,
      group: group === undefined ? null : toBenchmark(group),
      leftSince: leftOfCell.reduce((sum, { institutions }) => sum + institutions, 0),
      sizeTierInstitutions:
        groups.get(groupKey(week.weekStart, cell.product, cell.sizeTier))?.institutions ?? 0,
      comparedWith: {
        tier_and_type: count('tier_and_type'),
        tier: count('tier'),
        all: count('all'),
        nobody: count('nobody'),
      },
      change:
        group === undefined || old === undefined
          ? null
          : {
              before: old.benchmark,
              percent: isComparable ? percentChange(old.benchmark, group.benchmark) : null,
              peerLevelBefore: old.peer_level,
            },
    };
  });
}

/** Returns `true` when the changed rules redefine peer groups. */
const changesPeers = (now: HealthRules, before: HealthRules): boolean =>
  now.minimumPeers !== before.minimumPeers ||
  now.graceDays !== before.graceDays ||
  (['Medium', 'Large', 'Enterprise'] as const).some(
    (tier) => now.sizeTierFrom[tier] !== before.sizeTierFrom[tier],
  );

interface Step {
  cell: Cell;
  now: StoredBenchmark;
  before: StoredBenchmark;
  rulesChanged: boolean;
}

/**
 * Returns the cells whose benchmark changed by at least `minimumLoggedChangePercent` percent since the previous
 * week, or that now use another peer group.
 */
export function findLargeBenchmarkChanges(
  groups: BenchmarksByGroup,
  week: OfficialWeek,
  before: OfficialWeek,
): Step[] {
  if (addDays(before.weekStart, 7) !== week.weekStart) return [];
  const rulesChanged = changesPeers(week.rules, before.rules);
  return cells.flatMap((cell) => {
    const now = groupOf(groups, week, cell);
    const old = groupOf(groups, before, cell);
    if (now === undefined || old === undefined) return [];
    const percent = percentChange(old.benchmark, now.benchmark);
    const moved =
      percent === null
        ? now.benchmark !== old.benchmark
        : Math.abs(percent) >= minimumLoggedChangePercent;
    return moved || now.peer_level !== old.peer_level
      ? [{ cell, now, before: old, rulesChanged }]
      : [];
  });
}

/**
 * Adds the main cause to a benchmark change. A change of the rules or of the peer level is the
 * cause by itself. Otherwise, the change has two parts: the median change of the institutions that
 * were peers in both weeks, and the effect of peers that joined or left. The larger part is the
 * cause.
 */
export function addCauseToChange(
  { cell, now, before, rulesChanged }: Step,
  membership: MembershipChangesRow | undefined,
): BenchmarkChange {
  const change = now.benchmark - before.benchmark;
  const facts = {
    weekStartDate: now.week_start,
    ...cell,
    peerLevel: now.peer_level,
    peerLevelBefore: before.peer_level,
    benchmark: now.benchmark,
    before: before.benchmark,
    percent: percentChange(before.benchmark, now.benchmark),
    joined: membership?.joined ?? 0,
    left: membership?.left ?? 0,
  };
  if (rulesChanged) return { ...facts, cause: 'rules', parts: null };
  if (now.peer_level !== before.peer_level) return { ...facts, cause: 'level', parts: null };
  const usage = (membership?.stayed_now ?? 0) - (membership?.stayed_before ?? 0);
  const parts = { usage, members: change - usage };
  return {
    ...facts,
    cause: Math.abs(parts.usage) >= Math.abs(parts.members) ? 'usage' : 'members',
    parts,
  };
}
