import { Checkbox, NativeSelect, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { capitalize } from '#shared/core/words.ts';
import type { FileColumnUse, UploadColumns } from '#shared/imports/wizard.ts';
import { WideTable } from '#web/ui/WideTable.tsx';

interface TableProperties {
  columns: readonly FileColumnUse[];
  choices: UploadColumns['choices'];
  uses: Readonly<Record<string, string | null>>;
  onUse: (header: string, as: string | null) => void;
}

export function ColumnTable({ columns, choices, uses, onUse }: TableProperties) {
  const [onlyUsed, setOnlyUsed] = useState(false);
  const shown = onlyUsed ? columns.filter(({ header }) => uses[header] != null) : columns;
  return (
    <Stack gap="xs" data-guide="import-columns">
      {columns.length > 12 && (
        <Checkbox
          size="sm"
          label="Show used columns only"
          checked={onlyUsed}
          onChange={(event) => setOnlyUsed(event.currentTarget.checked)}
        />
      )}
      <WideTable label="Columns in the file" minWidth={520}>
        <Table.Thead>
          <Table.Tr>
            {['Column in file', 'Used as', 'First values'].map((heading) => (
              <Table.Th key={heading}>{heading}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map(({ header, samples, usedAs, note, isDouble }, place) => (
            <Table.Tr key={isDouble ? `${header} ${place}` : header}>
              <Table.Td maw={220} style={{ overflowWrap: 'anywhere' }}>
                {header === '' ? 'Without a header' : header}
              </Table.Td>
              <Table.Td miw={200}>
                {isDouble || header === '' ? (
                  <Text size="sm" c="dimmed">
                    {isDouble
                      ? 'Not used, because an earlier column has the same header'
                      : 'Not used'}
                  </Text>
                ) : (
                  <NativeSelect
                    size="xs"
                    aria-label={`Use ${header} as`}
                    value={uses[header] ?? ''}
                    onChange={(event) =>
                      onUse(
                        header,
                        event.currentTarget.value === '' ? null : event.currentTarget.value,
                      )
                    }
                    data={[
                      { value: '', label: 'Not used' },
                      ...choices.map(({ key, title }) => ({ value: key, label: title })),
                    ]}
                  />
                )}
                {note !== null && uses[header] === usedAs && (
                  <Text size="xs" c="dimmed" mt={4}>
                    {capitalize(note)}
                  </Text>
                )}
              </Table.Td>
              <Table.Td maw={320}>
                <Text size="sm" c="dimmed" lineClamp={1}>
                  {samples.join(' · ')}
                </Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </WideTable>
    </Stack>
  );
}
