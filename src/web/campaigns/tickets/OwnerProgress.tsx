import { Group, Table, Text, VisuallyHidden } from '@mantine/core';
import type { CampaignTicket, RecipientStatus } from '#shared/campaigns/tickets/campaigns.ts';
import { countTicketsByOwner, ownedTicketStatuses } from '#shared/campaigns/tickets/progress.ts';
import { recipientStatusLabels } from '#shared/campaigns/tickets/words.ts';
import { numberText } from '#shared/core/words.ts';
import type { ListFilter } from '#shared/list/state.ts';
import { MetricInfo } from '#web/metrics/MetricInfo.tsx';
import { RowsLink } from '#web/ui/rows/RowsLink.tsx';
import { WideTable } from '#web/ui/WideTable.tsx';
import { OverdueTicketButtons } from './OverdueTicketButtons.tsx';

const statusFilter = (status: RecipientStatus): ListFilter => ({
  column: 'status',
  kind: 'one-of',
  values: [recipientStatusLabels[status]],
});
const overdueFilter: ListFilter = { column: 'isStraggler', kind: 'is', value: true };

interface Properties {
  campaign: { campaignId: string; name: string };
  rows: readonly CampaignTicket[];
  mayReassign: boolean;
}

/** Table with the number of tickets by owner and status. Each number filters the list below. */
export function OwnerProgress({ campaign, rows, mayReassign }: Properties) {
  const owners = countTicketsByOwner(rows);
  const hasOverdue = owners.some(({ stragglers }) => stragglers > 0);
  if (owners.length === 0) return null;
  return (
    <div data-guide="campaign-owners">
      <Group gap={2}>
        <Text fw={600}>By owner</Text>
        <MetricInfo metric="campaignTicket" />
      </Group>
      <WideTable label="Progress by owner" minWidth={hasOverdue ? 800 : 640}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Owner</Table.Th>
            {ownedTicketStatuses.map((status) => (
              <Table.Th key={status} ta="right">
                {recipientStatusLabels[status]}
              </Table.Th>
            ))}
            <Table.Th ta="right">Overdue or untouched</Table.Th>
            {hasOverdue && (
              <Table.Th>
                <VisuallyHidden>Actions</VisuallyHidden>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {owners.map(({ ownerName, counts, stragglers }) => {
            const name = ownerName ?? 'Unassigned';
            const own: ListFilter =
              ownerName === null
                ? { column: 'ownerName', kind: 'empty' }
                : { column: 'ownerName', kind: 'one-of', values: [ownerName] };
            return (
              <Table.Tr key={name}>
                <Table.Td>{name}</Table.Td>
                {ownedTicketStatuses.map((status) => (
                  <Table.Td key={status} ta="right">
                    <Count
                      count={counts[status]}
                      filters={[own, statusFilter(status)]}
                      of={`${name}, ${recipientStatusLabels[status]}`}
                    />
                  </Table.Td>
                ))}
                <Table.Td ta="right">
                  <Count
                    count={stragglers}
                    filters={[own, overdueFilter]}
                    of={`${name}, overdue or untouched`}
                  />
                </Table.Td>
                {hasOverdue && (
                  <Table.Td>
                    {stragglers > 0 && (
                      <OverdueTicketButtons
                        campaign={campaign}
                        ownerName={ownerName}
                        overdue={rows.filter(
                          (row) => row.isStraggler && row.ownerName === ownerName,
                        )}
                        mayReassign={mayReassign}
                      />
                    )}
                  </Table.Td>
                )}
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </WideTable>
    </div>
  );
}

function Count({
  count,
  filters,
  of,
}: {
  count: number;
  filters: readonly ListFilter[];
  of: string;
}) {
  if (count === 0)
    return (
      <Text component="span" c="dimmed">
        0
      </Text>
    );
  return (
    <RowsLink filters={filters} of={of}>
      {numberText(count)}
    </RowsLink>
  );
}
