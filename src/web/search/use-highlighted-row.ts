import { useState } from 'react';

/**
 * Holds the highlighted row of a list: `first` for every new list. `move` wraps around at both ends
 * of the list.
 */
export function useHighlightedRow(
  list: string,
  count: number,
  first: number,
): { highlighted: number; move: (step: 1 | -1) => void; highlight: (row: number) => void } {
  const [place, setPlace] = useState({ list, row: first });
  const row = place.list === list ? place.row : first;
  const highlighted = count === 0 ? -1 : Math.min(row, count - 1);
  return {
    highlighted,
    move: (step) => setPlace({ list, row: count === 0 ? 0 : (highlighted + step + count) % count }),
    highlight: (row) => setPlace({ list, row }),
  };
}
