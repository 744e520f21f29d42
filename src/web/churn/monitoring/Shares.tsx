import { Table } from '@mantine/core';
import type { getQuality } from '#shared/churn/quality/quality.ts';
import { partText } from '#shared/churn/quality/share.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';

/** How the flags did by tier, by whether somebody acted on them, and by kind of customer. */
export function Shares({ quality }: { quality: ResponseOf<typeof getQuality> }) {
  const { contacted, notContacted } = quality.treated;
  const rows = [
    ...quality.tiers.map(({ tier, flagged }) => ({ name: tier, flagged, losses: null })),
    { name: 'Contacted after the flag', flagged: contacted, losses: null },
    { name: 'Not contacted', flagged: notContacted, losses: null },
    ...quality.segments.map(({ segment, flagged, losses }) => ({ name: segment, flagged, losses })),
    { name: 'Rule: score below 50', flagged: quality.rule.flagged, losses: quality.rule.losses },
  ];
  return (
    <Table.ScrollContainer
      minWidth={480}
      data-guide="quality-shares"
      tabIndex={0}
      role="region"
      aria-label="By tier, treatment and segment"
    >
      <Table aria-label="By tier, treatment and segment" verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Customers</Table.Th>
            <Table.Th scope="col" ta="right">
              Flagged, and left
            </Table.Th>
            <Table.Th scope="col" ta="right">
              Losses flagged in time
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ name, flagged, losses }) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={500}>
                {name}
              </Table.Th>
              <Table.Td ta="right">{partText(flagged)}</Table.Td>
              <Table.Td ta="right">{losses === null ? '–' : partText(losses)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
