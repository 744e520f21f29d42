import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import classes from './EntryBody.module.css';

/** Longer texts are folded: characters, and lines. */
const folded = { characters: 600, lines: 8 };

/** A text as somebody wrote it, letter by letter. */
export function EntryBody({ text, isNote = false }: { text: string; isNote?: boolean }) {
  const isLong = text.length > folded.characters || text.split('\n').length > folded.lines;
  const [open, setOpen] = useState(false);
  return (
    <>
      <Text
        size="sm"
        component="div"
        className={classes.body ?? ''}
        data-note={isNote || undefined}
        data-folded={(isLong && !open) || undefined}
      >
        {text}
      </Text>
      {isLong && (
        <Button size="compact-xs" variant="subtle" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Show less' : 'Show all'}
        </Button>
      )}
    </>
  );
}
