import { Table, VisuallyHidden } from '@mantine/core';
import type { Answer } from '#shared/assistant/assistant.ts';
import { figureHeading } from '#shared/assistant/figure-heading.ts';
import { capitalize, numberText } from '#shared/core/words.ts';
import { ColumnTextOrTierMark } from '#web/ui/tier/ColumnTextOrTierMark.tsx';
import { WideTable } from '#web/ui/WideTable.tsx';
import { type AnswerGroup, GroupLink } from './GroupLink.tsx';

interface Properties {
  answer: Answer;
  groups: readonly AnswerGroup[];
}

/** Table of groups with their figures and numbers of rows, which link to the rows. */
export function GroupTable({ answer, groups }: Properties) {
  const { reading, plan, groupLabels, noun } = answer;
  const figure = figureHeading(plan);
  return (
    <WideTable label={reading} minWidth={280}>
      <Table.Thead>
        <Table.Tr>
          {groupLabels.map((label) => (
            <Table.Th key={label} scope="col">
              {label}
            </Table.Th>
          ))}
          {figure !== null && (
            <Table.Th scope="col" ta="right">
              {figure}
            </Table.Th>
          )}
          <Table.Th scope="col" ta="right">
            {capitalize(noun.many)}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {groups.map((group) => (
          <Table.Tr key={group.labels.join('\n')}>
            {plan.groups.map(({ column }, at) => {
              const text = group.labels[at] ?? '';
              return at === 0 ? (
                <Table.Th key={column} scope="row" fw="inherit">
                  <ColumnTextOrTierMark column={column} text={text} />
                </Table.Th>
              ) : (
                <Table.Td key={column}>
                  <ColumnTextOrTierMark column={column} text={text} />
                </Table.Td>
              );
            })}
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
