import { Table, VisuallyHidden } from '@mantine/core';
import type { Answer } from '#shared/assistant/assistant.ts';
import type { CatalogList } from '#shared/assistant/catalog.ts';
import { capitalize, numberText } from '#shared/core/words.ts';
import { WideTable } from '#web/ui/WideTable.tsx';
import { figureHeading } from './figure-heading.ts';
import { type AnswerGroup, GroupLabel, GroupLink } from './GroupLink.tsx';

interface Properties {
  answer: Answer;
  groups: readonly AnswerGroup[];
  list: CatalogList | undefined;
}

/** Table of groups with their figures and numbers of rows, which link to the rows. */
export function GroupTable({ answer, groups, list }: Properties) {
  const { reading, plan, listName } = answer;
  const figure = figureHeading(answer);
  const labelOf = (column: string) =>
    list?.columns.find(({ key }) => key === column)?.label ?? 'Group';
  return (
    <WideTable label={reading} minWidth={280}>
      <Table.Thead>
        <Table.Tr>
          {plan.groups.map(({ column }) => (
            <Table.Th key={column} scope="col">
              {labelOf(column)}
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
        {groups.map((group) => (
          <Table.Tr key={group.labels.join('\n')}>
            {plan.groups.map(({ column }, at) => (
              <Table.Td key={column}>
                <GroupLabel column={column} label={group.labels[at] ?? ''} />
              </Table.Td>
            ))}
            {figure !== null && <Table.Td ta="right">{group.valueText}</Table.Td>}
            <Table.Td ta="right">
              <GroupLink group={group}>
                {numberText(group.rows)}{' '}
                <VisuallyHidden component="span">{group.labels.join(', ')}</VisuallyHidden>
              </GroupLink>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  );
}
