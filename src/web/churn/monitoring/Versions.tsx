import { Table, Text } from '@mantine/core';
import type { getQuality } from '#shared/churn/quality/quality.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { counted, dayInWords } from '#shared/core/words.ts';
import { candidateNames } from './Candidates.tsx';

type Quality = ResponseOf<typeof getQuality>;

/** What was trained when, and what the present one goes by. */
export function Versions({ versions, model }: { versions: Quality['versions']; model: NonNullable<Quality['model']> }) {
  return (
    <>
      <Text size="sm" c="dimmed" mb={6}>
        Version {model.version} learned from {model.rows.toLocaleString('en-US')} rows of {counted(model.customers, 'customer')} with{' '}
        {counted(model.notices, 'notice')}, {dayInWords(model.from)} to {dayInWords(model.until)}.
      </Text>
      <Table.ScrollContainer minWidth={420} data-guide="quality-versions" tabIndex={0} role="region" aria-label="Versions of the model">
        <Table aria-label="Versions of the model" verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Version</Table.Th>
              <Table.Th scope="col">Trained for</Table.Th>
              <Table.Th scope="col">Model</Table.Th>
              <Table.Th scope="col" ta="right">
                AUC
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {versions.map((each) => (
              <Table.Tr key={each.version}>
                <Table.Th scope="row" fw={500}>
                  {each.version}
                  {each.isCurrent ? ' (in use)' : ''}
                </Table.Th>
                <Table.Td>{dayInWords(each.trainedOn)}</Table.Td>
                <Table.Td>{candidateNames[each.chosen]}</Table.Td>
                <Table.Td ta="right">
                  {each.auc.value.toFixed(3)} ({each.auc.low.toFixed(3)}–{each.auc.high.toFixed(3)})
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </>
  );
}
