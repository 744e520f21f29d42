import { healthTiers } from '#shared/core/tiers.ts';
import type { ListFilter } from '#shared/list/state.ts';
import { portfolioFigureDefinitions, tierFilter } from './rules.ts';
import { type WeekFigureKey, weekFiguresByTier } from './week-figures.ts';

/** Figure of the customer list, as a number of rows, a mean or a sum. */
export interface ListedFigure {
  filters: readonly ListFilter[];
  /** `null` for the number of rows. */
  statistic: { kind: string; column: string } | null;
}

export interface WeekPlan {
  figure: WeekFigureKey;
  unit: '' | '%';
  /** Filters that select today's customers. */
  segment: readonly ListFilter[];
}

const atLeastOne = (column: string): ListFilter => ({ column, kind: 'range', from: 1, to: null });
const is = (column: string): ListFilter => ({ column, kind: 'is', value: true });

/** Filters of the customers that a figure of an official week counts. */
const countedFilters: readonly { figure: WeekFigureKey; filter: ListFilter }[] = [
  ...healthTiers.map((tier) => ({
    figure: weekFiguresByTier[tier],
    filter: tierFilter(tier),
  })),
  ...portfolioFigureDefinitions.flatMap(({ weekly, filters: [filter] }) =>
    filter === undefined ? [] : [{ figure: weekly, filter }],
  ),
  { figure: 'notActive', filter: is('hasZeroUsage') },
  { figure: 'inGrace', filter: is('inGrace') },
  { figure: 'declining', filter: atLeastOne('consecutiveWeeksDeclining') },
  { figure: 'improving', filter: atLeastOne('consecutiveWeeksImproving') },
];

/** Columns whose filters select the same customers in each week. */
const segmentColumns: ReadonlySet<string> = new Set([
  'institutionName',
  'sizeTier',
  'practiceType',
  'ownerName',
  'state',
  'city',
  'ehr',
  'goLiveDate',
  'pipeline',
  'externalSource',
]);

const isSame = (one: ListFilter, other: ListFilter): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/**
 * Returns how a figure of the customer list is read from the official weeks; `undefined` when the
 * weeks don't have it.
 */
export function weekPlanOf({ filters, statistic }: ListedFigure): WeekPlan | undefined {
  const counted = countedFilters.find(({ filter }) => filters.some((each) => isSame(each, filter)));
  const segment = filters.filter((each) => counted === undefined || !isSame(each, counted.filter));
  if (segment.some(({ column }) => !segmentColumns.has(column))) return undefined;
  if (statistic === null) return { figure: counted?.figure ?? 'institutions', unit: '', segment };
  // A mean of today's critical customers would include weeks in which they were not critical.
  if (counted !== undefined) return undefined;
  if (statistic.kind === 'mean' && statistic.column === 'adoptionScore')
    return { figure: 'averageScore', unit: '%', segment };
  if (statistic.kind === 'sum' && statistic.column === 'locationCount')
    return { figure: 'locations', unit: '', segment };
  return undefined;
}
