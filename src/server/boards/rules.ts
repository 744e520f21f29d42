import type { WidgetData } from '#shared/boards/boards.ts';
import { findPinnedPlan } from '#shared/boards/pinned-answers.ts';
import {
  type FigureWidget,
  type MapWidget,
  maxTableWidgetRows,
  resolveTableWidgetFilters,
  type TableWidget,
  type TrendWidget,
  type Widget,
} from '#shared/boards/widgets.ts';
import type { Day } from '#shared/core/dates.ts';
import { minimumGroupSize } from '#shared/core/numbers/group-size.ts';
import { healthTierOf } from '#shared/core/scoring-rules.ts';
import type { TierLimits } from '#shared/core/tiers.ts';
import { filterAndSortRows } from '#shared/list/apply.ts';
import { emptyListState } from '#shared/list/state.ts';
import { institutionColumns } from '#shared/portfolio/columns.ts';
import type { ListedInstitution } from '#shared/portfolio/list.ts';
import type { WeekFigures } from '#shared/portfolio/week-figures.ts';

/**
 * Input of the widgets: the customers that match the board's filters, and their weekly figures,
 * oldest first.
 */
export interface BoardWidgetInput {
  rows: readonly ListedInstitution[];
  /** Tier limits of the last official week. */
  rules: TierLimits;
  weeks: readonly WeekFigures[];
  openTicketsAWeekAgo: number;
  /** Saturday of the last official week; `null` before the first. */
  weekEndDate: string | null;
  /** Current business day. */
  today: Day;
}

type Data<Kind extends WidgetData['kind']> = Omit<
  Extract<WidgetData, { kind: Kind }>,
  'key' | 'kind'
>;

const columnByKey = new Map(institutionColumns.map((column) => [column.key, column]));

function numbersOf(rows: readonly ListedInstitution[], column: string): number[] {
  const read = columnByKey.get(column)?.value;
  return rows.flatMap((row) => {
    const value = read?.(row) ?? null;
    return typeof value === 'number' ? value : [];
  });
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const meanOf = (values: readonly number[]): number | null =>
  values.length < minimumGroupSize ? null : sumOf(values) / values.length;

function figureData(
  { filters, value, weekly }: FigureWidget,
  sources: BoardWidgetInput,
): Data<'figure'> {
  const { rows } = sources;
  const matching = filterAndSortRows(rows, institutionColumns, { ...emptyListState, filters });
  const figure =
    value === 'rows'
      ? matching.length
      : 'sum' in value
        ? sumOf(numbersOf(matching, value.sum))
        : meanOf(numbersOf(matching, value.mean));
  return {
    value: figure,
    rows: matching.length,
    change: weekly === undefined ? null : changeOf(weekly, sources),
  };
}

/**
 * Returns the weekly change of a figure. An average compares only the customers with a score in
 * both weeks, so that new customers do not count as a change.
 */
function changeOf(
  figure: NonNullable<FigureWidget['weekly']>,
  { rows, weeks, weekEndDate, openTicketsAWeekAgo }: BoardWidgetInput,
): number | null {
  if (figure === 'openTickets')
    return sumOf(numbersOf(rows, 'openTicketCount')) - openTicketsAWeekAgo;
  if (figure === 'averageScore') return meanOf(numbersOf(rows, 'scoreChange'));
  const [now, before] = weeks.toReversed();
  return now === undefined || before === undefined || now.weekEndDate !== weekEndDate
    ? null
    : now[figure] - before[figure];
}

function trendData({ series }: TrendWidget, { weeks }: BoardWidgetInput): Data<'trend'> {
  return {
    points: weeks.map((week) => ({
      weekEndDate: week.weekEndDate,
      institutions: week.institutions,
      values: Object.fromEntries(
        series.map(({ figure }) => [
          figure,
          figure === 'averageScore' && week.scored < minimumGroupSize ? null : week[figure],
        ]),
      ),
    })),
  };
}

function tableData(widget: TableWidget, { rows, today }: BoardWidgetInput): Data<'table'> {
  const { sort, columns } = widget;
  const matching = filterAndSortRows(rows, institutionColumns, {
    ...emptyListState,
    filters: resolveTableWidgetFilters(widget, today),
    sort,
  });
  return {
    total: matching.length,
    rows: matching.slice(0, maxTableWidgetRows).map((row) => ({
      institutionId: row.institutionId,
      institutionName: row.institutionName,
      cells: columns.map((key) => columnByKey.get(key)?.value(row) ?? null),
    })),
  };
}

function stateValue(value: MapWidget['value'], rows: readonly ListedInstitution[]): number | null {
  if (value === 'institutions') return rows.length;
  if (value === 'averageScore') return meanOf(numbersOf(rows, 'adoptionScore'));
  return rows.length < minimumGroupSize
    ? null
    : (100 * rows.filter(({ atRisk }) => atRisk).length) / rows.length;
}

function mapData({ value: figure }: MapWidget, { rows, rules }: BoardWidgetInput): Data<'map'> {
  const byState = Map.groupBy(rows, ({ state }) => state ?? '');
  const elsewhere = byState.get('')?.length ?? 0;
  byState.delete('');
  const states = [...byState]
    .map(([state, matching]) => {
      const value = stateValue(figure, matching);
      const tier = figure === 'averageScore' && value !== null ? healthTierOf(value, rules) : null;
      return { state, institutions: matching.length, value, tier };
    })
    .sort(
      (one, other) => other.institutions - one.institutions || (one.state < other.state ? -1 : 1),
    );
  return { states, elsewhere };
}

/** Returns the data of a widget. The kind is `gone` when there is no widget with this key. */
export function computeWidgetData(
  key: string,
  widget: Widget | undefined,
  sources: BoardWidgetInput,
): WidgetData {
  switch (widget?.kind) {
    case 'figure':
      return { key, kind: 'figure', ...figureData(widget, sources) };
    case 'trend':
      return { key, kind: 'trend', ...trendData(widget, sources) };
    case 'table':
      return { key, kind: 'table', ...tableData(widget, sources) };
    case 'map':
      return { key, kind: 'map', ...mapData(widget, sources) };
    default: {
      const plan = findPinnedPlan(key);
      return plan === undefined ? { key, kind: 'gone' } : { key, kind: 'answer', plan };
    }
  }
}

/** Returns the widget keys in the stored JSON. Ignores any other content. */
export const parseWidgetKeys = (stored: unknown): string[] =>
  Array.isArray(stored)
    ? [...new Set(stored.filter((key): key is string => typeof key === 'string'))]
    : [];
