import { Checkbox, ScrollArea, Stack, Text, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { foldText } from '#shared/core/text.ts';
import { numberText } from '#shared/core/words.ts';
import type { ListColumnWithoutValue } from '#shared/list/column.ts';
import { viewerFilterValue } from '#shared/list/state.ts';
import { useViewerName } from '../viewer.ts';

/** Value of a column with its number of rows. */
export interface FilterOption {
  value: string;
  rows: number;
}

const manyOptions = 10;

interface OptionProperties {
  column: ListColumnWithoutValue;
  optionsOf: (column: string) => readonly FilterOption[];
  values: readonly string[];
  onChange: (values: string[]) => void;
}

/** Checkboxes for the values of an option column, with a search field for many values. */
export function OptionField({ column, optionsOf, values, onChange }: OptionProperties) {
  const { key, label, isPerson } = column;
  // Finding and counting the values takes a pass over all rows of the list. The result is memoized,
  // because a click on a checkbox does not change it.
  const options = useMemo(() => optionsOf(key), [optionsOf, key]);
  const [text, setText] = useState('');
  const viewer = useViewerName();
  const matching = options.filter(({ value }) => foldText(value).includes(foldText(text).trim()));
  return (
    <Stack gap="xs">
      {options.length > manyOptions && (
        <TextInput
          aria-label={`Find in ${label}`}
          placeholder="Find"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <ScrollArea.Autosize mah={240} type="auto">
        <Checkbox.Group value={[...values]} onChange={onChange} aria-label={label}>
          <Stack gap={8} py={2}>
            {isPerson && viewer !== null && (
              <OptionBox
                value={viewerFilterValue}
                label="Me"
                rows={options.find(({ value }) => value === viewer)?.rows ?? 0}
              />
            )}
            {matching.map(({ value, rows }) => (
              <OptionBox key={value} value={value} label={value} rows={rows} />
            ))}
          </Stack>
        </Checkbox.Group>
        {matching.length === 0 && (
          <Text size="sm" c="dimmed">
            None
          </Text>
        )}
      </ScrollArea.Autosize>
    </Stack>
  );
}

function OptionBox({ value, label, rows }: FilterOption & { label: string }) {
  return (
    <Checkbox
      value={value}
      size="sm"
      label={
        <>
          {label}{' '}
          <Text span inherit c="dimmed">
            {numberText(rows)}
          </Text>
        </>
      }
    />
  );
}
