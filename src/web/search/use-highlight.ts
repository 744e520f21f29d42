import { useState } from 'react';

/** Which of a list's rows is highlighted: `first` of every new list, then as the arrow keys go, around both ends. */
export function useHighlight(
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
    highlight: (wanted) => setPlace({ list, row: wanted }),
  };
}
