import { Button, Group, Select, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { countText, numberText } from '#shared/core/words.ts';
import { maxListedValues, type UnmappedEffect, type UploadValues } from '#shared/imports/values.ts';
import { WideTable } from '#web/ui/WideTable.tsx';

type ColumnToMap = UploadValues['columns'][number];
/** Values of one column with their replacements; `null` leaves the cell empty. */
export type ColumnMap = Readonly<Record<string, string | null>>;

const effectTexts: Record<UnmappedEffect, string> = {
  kept: 'Keep as it is',
  leftOut: 'Import without this value',
  rejected: 'Reject these rows',
};
const emptyChoice = '~empty';
const fewValues = 8;

interface Properties {
  column: ColumnToMap;
  map: ColumnMap;
  onMap: (map: ColumnMap) => void;
}

/** Unknown values of a column, each with a select for the value that replaces it. */
export function ValueTable({ column, map, onMap }: Properties) {
  const [showsAll, setShowsAll] = useState(false);
  const { header, title, values, isCut } = column;
  const suggested = values.filter(
    ({ value, suggestion }) => suggestion !== null && !(value in map),
  );
  const shown = showsAll ? values : values.slice(0, fewValues);
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {`${header}: ${countText(values.length, 'value')} to match with ${title}`}
        </Text>
        {suggested.length > 0 && (
          <Button
            variant="default"
            size="compact-sm"
            onClick={() =>
              onMap({
                ...map,
                ...Object.fromEntries(
                  suggested.map(({ value, suggestion }) => [value, suggestion]),
                ),
              })
            }
          >
            {`Use ${countText(suggested.length, 'suggestion')} for ${title}`}
          </Button>
        )}
      </Group>
      <WideTable label={`Values of ${header}`} minWidth={520}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Value in file</Table.Th>
            <Table.Th ta="right">Rows</Table.Th>
            <Table.Th>{title}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map((each) => (
            <ValueRow key={each.value} {...{ each, column, map, onMap }} />
          ))}
        </Table.Tbody>
      </WideTable>
      {values.length > fewValues && (
        <Button
          variant="subtle"
          size="compact-sm"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? `Show the ${fewValues} most frequent` : `Show all ${values.length} values`}
        </Button>
      )}
      {isCut && (
        <Text size="sm" c="dimmed">
          {`Only the ${maxListedValues} most frequent values are listed. A column with this many values probably has other data.`}
        </Text>
      )}
    </Stack>
  );
}

function ValueRow({
  each: { value, cells, suggestion },
  column: { title, choices, unmapped },
  map,
  onMap,
}: Properties & { each: ColumnToMap['values'][number] }) {
  const mapped = Object.hasOwn(map, value) ? (map[value] ?? emptyChoice) : null;
  const isGone =
    mapped !== null && mapped !== emptyChoice && !choices.some((choice) => choice.value === mapped);
  const suggestionLabel = choices.find((choice) => choice.value === suggestion)?.label;
  const change = (becomes: string | null) => {
    const { [value]: _, ...others } = map;
    onMap(
      becomes === null ? others : { ...others, [value]: becomes === emptyChoice ? null : becomes },
    );
  };
  return (
    <Table.Tr>
      <Table.Td maw={260} style={{ overflowWrap: 'anywhere' }}>
        {value}
      </Table.Td>
      <Table.Td ta="right">{numberText(cells)}</Table.Td>
      <Table.Td miw={240}>
        <Group gap="xs">
          <Select
            size="xs"
            flex="1 1 180px"
            searchable
            clearable
            aria-label={`${title} for ${value}`}
            placeholder={effectTexts[unmapped]}
            value={mapped}
            onChange={change}
            error={isGone ? 'This value no longer exists. Choose another one.' : undefined}
            data={[
              { value: emptyChoice, label: 'Leave empty' },
              ...(isGone && mapped !== null ? [{ value: mapped, label: mapped }] : []),
              ...choices,
            ]}
          />
          {mapped === null && suggestion !== null && suggestionLabel !== undefined && (
            <Button variant="light" size="compact-xs" onClick={() => change(suggestion)}>
              {`Use ${suggestionLabel}`}
            </Button>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
