import type { WidgetData } from '#shared/boards/boards.ts';
import { findWidget, type MapWidget } from '#shared/boards/widgets.ts';
import { institutionColumns } from '#shared/portfolio/columns.ts';

type Cell = string | number | null;

/** Headings of a board's export, which has one row for each value. */
export const boardExportHeadings = ['Widget', 'Week, customer or state', 'Figure', 'Value'];

const mapFigures: Record<MapWidget['value'], string> = {
  institutions: 'Customers',
  averageScore: 'Average score (%)',
  atRiskShare: 'At risk (%)',
};

const labelOf = (key: string): string =>
  institutionColumns.find((column) => column.key === key)?.label ?? key;
const cellOf = (value: string | number | boolean | null): Cell =>
  typeof value === 'boolean' ? (value ? 'Yes' : 'No') : rounded(value);
/** Rounds numbers to two decimals, so that the file has no more digits than a reader needs. */
const rounded = (value: Cell): Cell =>
  typeof value === 'number' ? Math.round(value * 100) / 100 : value;

/** Returns the rows of a widget in a board's export. Pinned answers have none. */
export function boardExportRecords(data: WidgetData): Cell[][] {
  const widget = findWidget(data.key);
  if (widget === undefined) return [];
  const { title } = widget;
  if (data.kind === 'figure' && widget.kind === 'figure')
    return [
      [title, null, 'Value', rounded(data.value)],
      ...(data.change === null ? [] : [[title, null, 'Change in a week', rounded(data.change)]]),
    ];
  if (data.kind === 'trend' && widget.kind === 'trend')
    return data.points.flatMap(({ weekEndDate, values }) =>
      widget.series.map(({ figure, label }) => [
        title,
        weekEndDate,
        label,
        rounded(values[figure] ?? null),
      ]),
    );
  if (data.kind === 'table' && widget.kind === 'table')
    return data.rows.flatMap(({ institutionName, cells }) =>
      widget.columns.map((key, at) => [
        title,
        institutionName,
        labelOf(key),
        cellOf(cells[at] ?? null),
      ]),
    );
  if (data.kind === 'map' && widget.kind === 'map')
    return data.states.map(({ state, value }) => [
      title,
      state,
      mapFigures[widget.value],
      rounded(value),
    ]);
  return [];
}
