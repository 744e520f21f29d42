import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Answer } from '#shared/assistant/assistant.ts';
import { capitalize, numberText } from '#shared/core/words.ts';
import { WideTable } from '#web/ui/WideTable.tsx';
import { catalogQuery } from '../data.ts';
import { figureHeading } from '../words.ts';
import { GroupLink } from './GroupBars.tsx';

/** Table of groups with their figures and numbers of rows. */
export function GroupTable({ answer }: { answer: Answer }) {
  const { groups, reading, plan, listName } = answer;
  const lists = useQuery(catalogQuery).data;
  const columns = lists?.find(({ key }) => key === plan.list)?.columns ?? [];
  const figure = figureHeading(answer);
  return (
    <WideTable label={reading} minWidth={280}>
      <Table.Thead>
        <Table.Tr>
          {plan.groups.map(({ column }) => (
            <Table.Th key={column} scope="col">
              {columns.find(({ key }) => key === column)?.label ?? 'Group'}
            </Table.Th>
          ))}
          {figure !== null && (
            <Table.Th scope="col" ta="right">
              {figure}
            </Table.Th>
          )}
          <Table.Th scope="col" ta="right">
            {capitalize(listName)}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {groups.map((group) => {
          const [name = '', ...others] = group.labels;
          return (
            <Table.Tr key={group.labels.join('\n')}>
              <Table.Th scope="row" fw={400}>
                <GroupLink group={group}>{name}</GroupLink>
              </Table.Th>
              {others.map((label) => (
                <Table.Td key={label}>{label}</Table.Td>
              ))}
              {figure !== null && <Table.Td ta="right">{group.valueText}</Table.Td>}
              <Table.Td ta="right">{numberText(group.rows)}</Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </WideTable>
  );
}
