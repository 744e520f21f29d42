import { Anchor, Button, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { FlagOutcomeCustomer } from '#shared/churn/quality/quality.ts';
import { paths } from '#shared/core/pages/paths.ts';
import { countText, dayInWords, shareText } from '#shared/core/words.ts';
import { WideTable } from '#web/ui/WideTable.tsx';

const atFirst = 8;

/** List of customers, newest first. A button shows the customers beyond the first few. */
export function FlagOutcomeCustomerList({
  cases,
  label,
  when,
  none,
}: {
  cases: readonly FlagOutcomeCustomer[];
  label: string;
  when: string;
  none: string;
}) {
  const [showsAll, setShowsAll] = useState(false);
  if (cases.length === 0) return <Text c="dimmed">{none}</Text>;
  return (
    <>
      <div data-guide="quality-names">
        <WideTable label={label} minWidth={440}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Customer</Table.Th>
              <Table.Th scope="col">{when}</Table.Th>
              <Table.Th scope="col" ta="right">
                Highest chance
              </Table.Th>
              <Table.Th scope="col" ta="right">
                Patterns
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {(showsAll ? cases : cases.slice(0, atFirst)).map((each) => (
              <Table.Tr key={`${each.institutionId} ${each.on}`}>
                <Table.Th scope="row" fw={500}>
                  <Anchor
                    component={Link}
                    to={paths.institutionOverview(each.institutionId)}
                    size="sm"
                  >
                    {each.institutionName}
                  </Anchor>
                </Table.Th>
                <Table.Td>{dayInWords(each.on)}</Table.Td>
                <Table.Td ta="right">
                  {each.chance === null ? 'low' : shareText(each.chance, 1)}
                </Table.Td>
                <Table.Td ta="right">{each.patterns}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </WideTable>
      </div>
      {cases.length > atFirst && !showsAll && (
        <Button variant="subtle" size="compact-sm" onClick={() => setShowsAll(true)}>
          Show all {countText(cases.length, 'customer')}
        </Button>
      )}
    </>
  );
}
