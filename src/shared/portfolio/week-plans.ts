import type { ListFilter } from '#shared/list/state.ts';
import { countedFigureKeys, weekFigureFilters } from './week-figure-filters.ts';
import type { WeekFigureKey } from './week-figures.ts';

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
  const counted = countedFigureKeys.find((key) =>
    filters.some((each) => isSame(each, weekFigureFilters[key])),
  );
  const segment = filters.filter(
    (each) => counted === undefined || !isSame(each, weekFigureFilters[counted]),
  );
  if (segment.some(({ column }) => !segmentColumns.has(column))) return undefined;
  if (statistic === null) return { figure: counted ?? 'institutions', unit: '', segment };
  // A mean of today's critical customers would include weeks in which they were not critical.
  if (counted !== undefined) return undefined;
  if (statistic.kind === 'mean' && statistic.column === 'adoptionScore')
    return { figure: 'averageScore', unit: '%', segment };
  if (statistic.kind === 'sum' && statistic.column === 'locationCount')
    return { figure: 'locations', unit: '', segment };
  return undefined;
}
