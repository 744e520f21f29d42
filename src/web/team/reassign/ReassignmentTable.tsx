import { Checkbox, NativeSelect, ScrollArea, Table, Text } from '@mantine/core';
import type { Person } from '#shared/core/person.ts';
import type { WorkBundle } from '#shared/team/reassign/rules.ts';
import { hoursText } from '#web/work/workload-text.ts';
import { workCountText } from '../words.ts';

interface Properties {
  bundles: readonly WorkBundle[];
  takers: readonly Person[];
  givenTo: ReadonlyMap<string, string>;
  isChosen: (key: string) => boolean;
  onChoose: (key: string, isChosen: boolean) => void;
  onGive: (key: string, toId: string) => void;
}

/**
 * Table of the customers and prospects to reassign with their new assignees. Each can be deselected
 * or assigned to another user.
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
            <Table.Th>Customer or prospect</Table.Th>
            <Table.Th>Work</Table.Th>
            <Table.Th ta="right">Hours</Table.Th>
            <Table.Th>To</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {bundles.map(({ key, subjectName, items, hours }) => (
            <Table.Tr key={key}>
              <Table.Th scope="row" fw={400}>
                <Checkbox
                  size="xs"
                  label={subjectName}
                  checked={isChosen(key)}
                  onChange={(event) => onChoose(key, event.currentTarget.checked)}
                />
              </Table.Th>
              <Table.Td>
                <Text size="xs" title={items.map(({ title }) => title).join(', ')}>
                  {workCountText(items)}
                </Text>
              </Table.Td>
              <Table.Td ta="right">{hoursText(hours)}</Table.Td>
              <Table.Td>
                {isChosen(key) ? (
                  <NativeSelect
                    size="xs"
                    aria-label={`New assignee of ${subjectName}`}
                    value={givenTo.get(key) ?? ''}
                    onChange={(event) => onGive(key, event.currentTarget.value)}
                    data={[
                      ...(givenTo.has(key) ? [] : [{ value: '', label: 'Not assigned' }]),
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
