import { Button, Stack, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { numberText } from '#shared/core/words.ts';

/** Number of cards that a column shows at first and adds on demand. */
const cardsAtOnce = 30;

interface Properties<Row> {
  rows: readonly Row[];
  /** Name of the column, for screen readers. */
  name: string;
  /** Renders a row's card. Its first button or link gets the focus when the card is added. */
  card: (row: Row) => ReactNode;
}

/** Cards of a board's column, with a button that shows more of them. */
export function GrowingColumn<Row>({ rows, name, card }: Properties<Row>) {
  const [shown, setShown] = useState(cardsAtOnce);
  const cards = useRef<HTMLDivElement>(null);
  const more = Math.min(cardsAtOnce, rows.length - shown);
  function showMore() {
    flushSync(() => setShown(shown + cardsAtOnce));
    cards.current?.children[shown]?.querySelector<HTMLElement>('a, button')?.focus();
  }
  return (
    <Stack gap="xs" mah={480} style={{ overflowY: 'auto' }} ref={cards}>
      {rows.slice(0, shown).map(card)}
      {more > 0 && (
        <Button variant="subtle" size="compact-sm" flex="none" onClick={showMore}>
          Show {more} more of {numberText(rows.length)}
          <VisuallyHidden component="span"> {name}</VisuallyHidden>
        </Button>
      )}
    </Stack>
  );
}
