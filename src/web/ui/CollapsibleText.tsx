import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import classes from './CollapsibleText.module.css';

/** Length above which a text is collapsed, in characters and lines. */
const collapsedFrom = { characters: 600, lines: 8 };

/** Text written by a user, without formatting. Long texts are collapsed. */
export function CollapsibleText({ text, isNote = false }: { text: string; isNote?: boolean }) {
  const isLong =
    text.length > collapsedFrom.characters || text.split('\n').length > collapsedFrom.lines;
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
        <Button
          size="compact-xs"
          variant="subtle"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Show less' : 'Show all'}
        </Button>
      )}
    </>
  );
}
