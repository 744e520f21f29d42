import { Checkbox, NativeSelect, ScrollArea, Table, Text } from '@mantine/core';
import type { Person } from '#shared/core/person.ts';
import type { CustomerBundle } from '#shared/team/reassign/rules.ts';
import { hoursText } from '../hours-text.ts';
import { workCountText } from '../words.ts';

interface Properties {
  bundles: readonly CustomerBundle[];
  takers: readonly Person[];
  givenTo: ReadonlyMap<number, string>;
  isChosen: (institutionId: number) => boolean;
  onChoose: (institutionId: number, isChosen: boolean) => void;
  onGive: (institutionId: number, toId: string) => void;
}

/**
 * Table of the customers to reassign with their new assignees. A customer can be deselected or
 * assigned to another user.
 */
export function ReassignmentTable({
  bundles,
  takers,
  givenTo,
  isChosen,
  onChoose,
  onGive,
}: Properties) {
  return (
    <ScrollArea.Autosize
      mah={320}
      type="auto"
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'New assignees, table' }}
    >
      <Table aria-label="New assignees" verticalSpacing={4} miw={460} stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Customer</Table.Th>
            <Table.Th>Work</Table.Th>
            <Table.Th ta="right">Hours</Table.Th>
            <Table.Th>To</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {bundles.map(({ institutionId, institutionName, items, hours }) => (
            <Table.Tr key={institutionId}>
              <Table.Th scope="row" fw={400}>
                <Checkbox
                  size="xs"
                  label={institutionName}
                  checked={isChosen(institutionId)}
                  onChange={(event) => onChoose(institutionId, event.currentTarget.checked)}
                />
              </Table.Th>
              <Table.Td>
                <Text size="xs" title={items.map(({ title }) => title).join(', ')}>
                  {workCountText(items)}
                </Text>
              </Table.Td>
              <Table.Td ta="right">{hoursText(hours)}</Table.Td>
              <Table.Td>
                {isChosen(institutionId) ? (
                  <NativeSelect
                    size="xs"
                    aria-label={`New assignee of ${institutionName}`}
                    value={givenTo.get(institutionId) ?? ''}
                    onChange={(event) => onGive(institutionId, event.currentTarget.value)}
                    data={[
                      ...(givenTo.has(institutionId) ? [] : [{ value: '', label: 'Not assigned' }]),
                      ...takers.map(({ id, name }) => ({ value: id, label: name })),
                    ]}
                  />
                ) : (
                  <Text size="xs" c="dimmed">
                    No change
                  </Text>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
}
