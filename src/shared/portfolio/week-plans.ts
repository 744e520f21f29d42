import type { ListFilter } from '#shared/list/state.ts';
import { countedFigureKeys, weekFigureFilters } from './week-figure-filters.ts';
import type { WeekFigureKey } from './week-figures.ts';

/** Figure that is computed from the customer list: a number of rows, a mean or a sum. */
export interface FigureFromCustomerList {
  filters: readonly ListFilter[];
  /** `null` for the number of rows. */
  statistic: { kind: string; column: string } | null;
}

export interface WeeklyHistoryQuery {
  figure: WeekFigureKey;
  unit: '' | '%';
  /** Filters that select today's customers. */
  segment: readonly ListFilter[];
}

/**
 * Columns whose values are the same for every week, so that filters on them can be applied to past
 * weeks.
 */
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
 * Returns how to read the weekly history of a figure of the customer list; `undefined` when weeks
 * do not store this figure.
 */
export function findWeeklyHistoryQuery({
  filters,
  statistic,
}: FigureFromCustomerList): WeeklyHistoryQuery | undefined {
  const counted = countedFigureKeys.find((key) =>
    filters.some((each) => isSame(each, weekFigureFilters[key])),
  );
  const segment = filters.filter(
    (each) => counted === undefined || !isSame(each, weekFigureFilters[counted]),
  );
  if (segment.some(({ column }) => !segmentColumns.has(column))) return undefined;
  if (statistic === null) return { figure: counted ?? 'institutions', unit: '', segment };
  // The customers that match this filter today did not match it in all past weeks, so their mean
  // would mix different groups.
  if (counted !== undefined) return undefined;
  if (statistic.kind === 'mean' && statistic.column === 'adoptionScore')
    return { figure: 'averageScore', unit: '%', segment };
  if (statistic.kind === 'sum' && statistic.column === 'locationCount')
    return { figure: 'locations', unit: '', segment };
  return undefined;
}
