import type { BoardAnswer, WidgetData } from '#shared/boards/boards.ts';
import { findWidget, type TableWidget, type TrendWidget } from '#shared/boards/widgets.ts';
import { fixedDecimalsText } from '#shared/core/amount-words.ts';
import type { HealthTier } from '#shared/core/tiers.ts';
import { dayInWords, numberText } from '#shared/core/words.ts';
import { isNumericColumn, signedText, valueText } from '#shared/list/column.ts';
import { institutionColumns } from '#shared/portfolio/columns.ts';
import { layoutBoard, type PlacedWidget } from './layout.ts';

export { boardPictureHeight, boardPictureWidth } from './layout.ts';

/** The part of a canvas that a board needs. */
export type Drawing = Pick<
  CanvasRenderingContext2D,
  | 'fillStyle'
  | 'strokeStyle'
  | 'lineWidth'
  | 'font'
  | 'textAlign'
  | 'fillRect'
  | 'fillText'
  | 'beginPath'
  | 'moveTo'
  | 'lineTo'
  | 'stroke'
>;

// The picture brings its own background, so that it is readable wherever it is pasted.
const colors = { paper: '#faf8f4', card: '#ffffff', ink: '#12262b', dimmed: '#52656a' };
const lineColors: Record<HealthTier | 'other', string> = {
  Healthy: '#2b7a4b',
  Medium: '#9a6700',
  Critical: '#b3261e',
  Unknown: '#5c6b7a',
  other: '#0b6b6b',
};
const fontFamily = 'system-ui, sans-serif';
const padding = 14;

/** Draws a board: its name, the selected customers, and its widgets in order. */
export function drawBoard(drawing: Drawing, answer: BoardAnswer): void {
  const { widgets, width, height } = layoutBoard(answer);
  drawing.fillStyle = colors.paper;
  drawing.fillRect(0, 0, width, height);
  write(drawing, answer.board.name, 24, 44, { size: 26, weight: 700 });
  write(drawing, subtitleOf(answer), 24, 68, { size: 14, color: colors.dimmed });
  for (const placed of widgets) drawWidget(drawing, placed);
}

function subtitleOf({ matching, institutions, weekEndDate }: BoardAnswer): string {
  const customers =
    matching === institutions
      ? `${numberText(institutions)} customers`
      : `${numberText(matching)} of ${numberText(institutions)} customers`;
  return weekEndDate === null ? customers : `${customers} · Week ending ${dayInWords(weekEndDate)}`;
}

interface TextStyle {
  size: number;
  weight?: number;
  color?: string;
  isRight?: boolean;
  /** Width in units; a longer text is cut off. */
  room?: number;
}

function write(
  drawing: Drawing,
  text: string,
  x: number,
  y: number,
  { size, weight = 400, color = colors.ink, isRight = false, room }: TextStyle,
): void {
  drawing.font = `${weight} ${size}px ${fontFamily}`;
  drawing.fillStyle = color;
  drawing.textAlign = isRight ? 'right' : 'left';
  const most = room === undefined ? text.length : Math.floor(room / (size * 0.52));
  drawing.fillText(text.length > most ? `${text.slice(0, Math.max(1, most - 1))}…` : text, x, y);
}

function drawWidget(drawing: Drawing, { data, x, y, width, height }: PlacedWidget): void {
  drawing.fillStyle = colors.card;
  drawing.fillRect(x, y, width, height);
  const widget = findWidget(data.key);
  const title = widget?.title ?? (data.kind === 'answer' ? 'Pinned answer' : 'Discontinued widget');
  const [left, top] = [x + padding, y + padding];
  const isFigure = data.kind === 'figure';
  write(drawing, title, left, top + 12, {
    size: isFigure ? 13 : 15,
    weight: isFigure ? 400 : 650,
    color: isFigure ? colors.dimmed : colors.ink,
    room: width - 2 * padding,
  });
  const body = {
    x: left,
    y: top + 26,
    width: width - 2 * padding,
    height: height - 2 * padding - 26,
  };
  if (data.kind === 'figure' && widget?.kind === 'figure') {
    const { unit = '', digits = 0 } = widget;
    const value = data.value === null ? '–' : `${fixedDecimalsText(data.value, digits)}${unit}`;
    write(drawing, value, body.x, body.y + 24, { size: 26, weight: 650 });
    if (data.change !== null)
      write(drawing, `${signedText(data.change, '', digits)} in a week`, body.x, body.y + 44, {
        size: 12,
        color: colors.dimmed,
      });
  } else if (data.kind === 'trend' && widget?.kind === 'trend')
    drawTrend(drawing, body, data, widget);
  else if (data.kind === 'table' && widget?.kind === 'table')
    drawTable(drawing, body, data, widget);
  else if (data.kind === 'map' && widget?.kind === 'map')
    drawRows(
      drawing,
      body,
      data.states.map(({ state, institutions, value }) => [
        `${state}, ${numberText(institutions)} customers`,
        value === null ? 'fewer than 5' : numberText(Math.round(value)),
      ]),
    );
  else
    write(drawing, 'Open the board to see this widget.', body.x, body.y + 12, {
      size: 13,
      color: colors.dimmed,
    });
}

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

const rowHeight = 22;

/** Draws rows of a text and a right-aligned value, as many as fit. */
function drawRows(
  drawing: Drawing,
  { x, y, width, height }: Area,
  rows: readonly (readonly [string, string])[],
): void {
  for (const [at, [name, value]] of rows.slice(0, Math.floor(height / rowHeight)).entries()) {
    const baseline = y + 14 + at * rowHeight;
    write(drawing, name, x, baseline, { size: 13, room: width - 120 });
    write(drawing, value, x + width, baseline, { size: 13, isRight: true });
  }
}

function drawTable(
  drawing: Drawing,
  { x, y, width }: Area,
  { rows }: Extract<WidgetData, { kind: 'table' }>,
  widget: TableWidget,
): void {
  const columns = widget.columns.flatMap((key) => {
    const column = institutionColumns.find((each) => each.key === key);
    return column === undefined ? [] : [column];
  });
  const nameWidth = width * 0.4;
  const cellWidth = (width - nameWidth) / Math.max(1, columns.length);
  const lines = [
    ['Customer', ...columns.map(({ label }) => label)],
    ...rows.map(({ institutionName, cells }) => [
      institutionName,
      ...columns.map((column, at) => valueText(column, cells[at] ?? null)),
    ]),
  ];
  for (const [line, texts] of lines.entries())
    for (const [at, text] of texts.entries()) {
      const column = columns[at - 1];
      const isRight = column !== undefined && isNumericColumn(column);
      const start = at === 0 ? x : x + nameWidth + (at - 1) * cellWidth;
      write(drawing, text, isRight ? start + cellWidth - 8 : start, y + 14 + line * rowHeight, {
        size: line === 0 ? 12 : 13,
        color: line === 0 ? colors.dimmed : colors.ink,
        isRight,
        room: (at === 0 ? nameWidth : cellWidth) - 8,
      });
    }
}

function drawTrend(
  drawing: Drawing,
  { x, y, width, height }: Area,
  { points }: Extract<WidgetData, { kind: 'trend' }>,
  { series, unit = '' }: TrendWidget,
): void {
  const values = points.flatMap((point) =>
    series.flatMap(({ figure }) => point.values[figure] ?? []),
  );
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const digits = high - low < 10 ? 1 : 0;
  const plot = { x: x + 50, y: y + 6, width: width - 190, height: height - 30 };
  const xOf = (at: number) => plot.x + (plot.width * at) / Math.max(1, points.length - 1);
  const yOf = (value: number) =>
    plot.y + plot.height - (plot.height * (value - low)) / (high - low || 1);
  if (values.length > 0)
    for (const value of new Set([low, high]))
      write(drawing, `${fixedDecimalsText(value, digits)}${unit}`, plot.x - 8, yOf(value) + 4, {
        size: 12,
        color: colors.dimmed,
        isRight: true,
      });
  for (const [at, { figure, label, tier = 'other' }] of series.entries()) {
    drawing.strokeStyle = lineColors[tier];
    drawing.lineWidth = 2;
    drawing.beginPath();
    let isDrawing = false;
    for (const [week, point] of points.entries()) {
      const value = point.values[figure] ?? null;
      if (value !== null) drawing[isDrawing ? 'lineTo' : 'moveTo'](xOf(week), yOf(value));
      isDrawing = value !== null;
    }
    drawing.stroke();
    const latest = points.at(-1)?.values[figure] ?? null;
    const text = latest === null ? label : `${label} ${fixedDecimalsText(latest, digits)}${unit}`;
    write(drawing, text, plot.x + plot.width + 10, plot.y + 12 + at * 18, {
      size: 12,
      color: lineColors[tier],
      room: 135,
    });
  }
  const [first, last] = [points.at(0), points.at(-1)];
  const below = { size: 12, color: colors.dimmed };
  if (first !== undefined)
    write(drawing, dayInWords(first.weekEndDate), plot.x, y + height - 4, below);
  if (last !== undefined && last !== first)
    write(drawing, dayInWords(last.weekEndDate), plot.x + plot.width, y + height - 4, {
      ...below,
      isRight: true,
    });
}
