import { ScrollArea, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { foldText } from '#shared/core/text.ts';
import type { ListColumnWithoutValue } from '#shared/list/column.ts';
import { createSubmitHandler } from '../../sending/sending.ts';
import classes from '../list.module.css';

/** Columns to choose from, with a field that finds them by name. */
export function ColumnPicker({
  columns,
  onPick,
}: {
  columns: readonly ListColumnWithoutValue[];
  onPick: (column: ListColumnWithoutValue) => void;
}) {
  const [text, setText] = useState('');
  const found = columns.filter(({ label }) => foldText(label).includes(foldText(text).trim()));
  return (
    <form
      onSubmit={createSubmitHandler(() => {
        if (found[0] !== undefined) onPick(found[0]);
      })}
    >
      <TextInput
        size="xs"
        mb="xs"
        data-autofocus
        aria-label="Find a column"
        placeholder="Filter by…"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ScrollArea.Autosize mah={320} type="auto" offsetScrollbars="y">
        {found.map((column) => (
          <UnstyledButton
            key={column.key}
            className={classes.choice}
            onClick={() => onPick(column)}
          >
            {column.label}
          </UnstyledButton>
        ))}
        {found.length === 0 && (
          <Text size="sm" c="dimmed">
            No column matches.
          </Text>
        )}
      </ScrollArea.Autosize>
    </form>
  );
}
