import type { BoardAnswer, WidgetData } from '#shared/boards/boards.ts';

/** Widget with its place in the picture, in units of the layout. */
export interface PlacedWidget {
  data: WidgetData;
  x: number;
  y: number;
  width: number;
  height: number;
}

export const boardPictureWidth = 1200;
const margin = 24;
const gap = 16;
const top = 88;

const isFigure = ({ kind }: WidgetData) => kind === 'figure';

/**
 * Places the widgets of a board in rows, in their order: four figures, or two widgets of another
 * kind, in a row.
 */
export function layoutBoard({ widgets }: Pick<BoardAnswer, 'widgets'>): {
  widgets: PlacedWidget[];
  width: number;
  height: number;
} {
  const placed: PlacedWidget[] = [];
  let y = top;
  for (let at = 0; at < widgets.length; ) {
    const first = widgets[at];
    if (first === undefined) break;
    const most = isFigure(first) ? 4 : 2;
    const others = widgets.findIndex(
      (each, place) => place > at && isFigure(each) !== isFigure(first),
    );
    const row = widgets.slice(at, Math.min(at + most, others === -1 ? widgets.length : others));
    const width = (boardPictureWidth - 2 * margin - (most - 1) * gap) / most;
    const height = isFigure(first) ? 100 : 280;
    for (const [place, data] of row.entries())
      placed.push({ data, x: margin + place * (width + gap), y, width, height });
    y += height + gap;
    at += row.length;
  }
  return { widgets: placed, width: boardPictureWidth, height: y - gap + margin };
}

/** Returns the height of a board’s picture in units of the layout. */
export const boardPictureHeight = (answer: BoardAnswer): number => layoutBoard(answer).height;
