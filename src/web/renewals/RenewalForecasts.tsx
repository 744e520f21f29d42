import { Anchor, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { countText, numberText } from '#shared/core/words.ts';
import { filterAndSortRows } from '#shared/list/apply.ts';
import type { ListColumn } from '#shared/list/column.ts';
import { filterText } from '#shared/list/filter-text.ts';
import { type ListState, resolveViewerFilters } from '#shared/list/state.ts';
import { renewalColumns } from '#shared/renewals/columns.ts';
import { computeQuarterForecasts, hasMovedQuarter } from '#shared/renewals/quarter-forecasts.ts';
import { quarterText } from '#shared/renewals/quarters.ts';
import type { DepartedRenewal, getRenewals, ListedRenewal } from '#shared/renewals/renewals.ts';
import type { ListControl } from '#web/ui/list/use-list.ts';
import { useViewerName } from '#web/ui/list/viewer.ts';
import { ForecastTotalsTable } from './ForecastTotalsTable.tsx';
import { QuarterForecastTable } from './QuarterForecastTable.tsx';

interface Properties {
  list: ListControl<ListedRenewal>;
  /** Renewals of the chosen scope. */
  rows: readonly ListedRenewal[];
  matching: readonly ListedRenewal[];
  answer: ResponseOf<typeof getRenewals>;
  /** Owner of the chosen scope; `undefined` for all customers. */
  owner: string | undefined;
}

/** Quarter forecast and scenarios of the renewals that match the list's filters. */
export function RenewalForecasts({ list, rows, matching, answer, owner }: Properties) {
  const { state } = list;
  const viewer = useViewerName();
  const quarters = useMemo(() => {
    const resolved = { ...state, filters: resolveViewerFilters(state.filters, viewer) };
    return computeQuarterForecasts({
      rows: matching,
      movedOut: findMovedOut(rows, resolved),
      departed: findMatchingDeparted(
        answer.departed.filter(({ ownerName }) => owner === undefined || ownerName === owner),
        resolved,
      ),
    });
  }, [rows, matching, answer.departed, owner, state, viewer]);
  const totals = useMemo(
    () =>
      new Map(
        [...Map.groupBy(rows, ({ dueOn }) => quarterText(dueOn))].map(([quarter, own]) => [
          quarter,
          own.length,
        ]),
      ),
    [rows],
  );
  return (
    <>
      <MatchingNote list={list} rows={rows} matching={matching} />
      <QuarterForecastTable
        quarters={quarters}
        totals={totals}
        state={state}
        comparedWith={answer.comparedWith}
        nextSnapshotOn={answer.nextSnapshotOn}
      />
      <ForecastTotalsTable rows={matching} state={state} />
    </>
  );
}

/** Names the filters that the totals follow. The filters are edited in the list. */
function MatchingNote({ list, rows, matching }: Pick<Properties, 'list' | 'rows' | 'matching'>) {
  const { filters, search } = list.state;
  const texts = [
    ...filters.flatMap((filter) => {
      const column = renewalColumns.find(({ key }) => key === filter.column);
      return column === undefined ? [] : [filterText(column, filter)];
    }),
    ...(search === '' ? [] : [`search “${search}”`]),
  ];
  return (
    <Text size="sm" data-guide="renewal-filters" role="status">
      {texts.length === 0
        ? `Forecast and board of ${countText(rows.length, 'renewal')}.`
        : `Forecast and board of ${numberText(matching.length)} of ${countText(rows.length, 'renewal')}: ${texts.join('; ')}. `}
      {texts.length > 0 && (
        <>
          <Anchor component="button" type="button" inherit underline="always" onClick={list.clear}>
            Show all renewals
          </Anchor>
          {' or '}
          <Anchor href="#customers" inherit underline="always">
            change the filters
          </Anchor>
        </>
      )}
    </Text>
  );
}

/**
 * Returns the renewals that have moved to another quarter and match the filters with their former
 * date.
 */
const findMovedOut = (rows: readonly ListedRenewal[], state: ListState): ListedRenewal[] => {
  const moved = rows.filter(hasMovedQuarter);
  const asBefore = moved.map((row) => ({ ...row, dueOn: row.before?.dueOn ?? null }));
  const matching = new Set(
    filterAndSortRows(asBefore, renewalColumns, state).map(({ dealId }) => dealId),
  );
  return moved.filter(({ dealId }) => matching.has(dealId));
};

/** Columns that are known for a renewal that is no longer listed. */
const departedColumns: readonly ListColumn<DepartedRenewal>[] = [
  {
    key: 'institutionName',
    label: '',
    kind: 'text',
    value: (row) => row.institutionName,
    isSearched: true,
  },
  { key: 'ownerName', label: '', kind: 'option', value: (row) => row.ownerName },
  { key: 'dueOn', label: '', kind: 'date', value: (row) => row.dueBefore },
  { key: 'quarter', label: '', kind: 'option', value: (row) => quarterText(row.dueBefore) },
];

/** Returns the departed renewals that match; none when a filter is on an unknown column. */
const findMatchingDeparted = (
  departed: readonly DepartedRenewal[],
  state: ListState,
): readonly DepartedRenewal[] =>
  state.filters.every(({ column }) => departedColumns.some(({ key }) => key === column))
    ? filterAndSortRows(departed, departedColumns, { ...state, sort: [] })
    : [];
