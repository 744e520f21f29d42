import { Group, NativeSelect, SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ticketPriorities, ticketPriorityLabels } from '#shared/tickets/changes.ts';
import { priorityText } from '#shared/tickets/columns.ts';
import type { ListedTicket, TicketChoices } from '#shared/tickets/desk.ts';
import { ticketChoicesQuery, useChangeTicket } from './data.ts';

const stageKey = ({ pipelineId, stageId }: { pipelineId: string; stageId: string }) =>
  JSON.stringify([pipelineId, stageId]);

/** Stage, owner and priority of a ticket; each selection is sent to the CRM at once. */
export function TicketFields({ ticket }: { ticket: ListedTicket }) {
  const { data } = useQuery(ticketChoicesQuery);
  const change = useChangeTicket(ticket);
  const stages = data?.stages ?? [];
  const isWaiting = ticket.sync === 'waiting';
  const usual = {
    size: 'xs',
    disabled: data === undefined || change.isPending || isWaiting,
  } as const;
  return (
    <div>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="xs">
        <NativeSelect
          {...usual}
          label="Stage"
          value={stageKey(ticket)}
          data={stageChoices(stages, ticket)}
          onChange={({ currentTarget }) => {
            const stage = stages.find((each) => stageKey(each) === currentTarget.value);
            if (stage !== undefined)
              change.mutate({
                what: 'stage',
                stage: { pipelineId: stage.pipelineId, stageId: stage.stageId },
              });
          }}
        />
        <NativeSelect
          {...usual}
          label="Owner"
          value={String(ticket.ownerId ?? '')}
          data={ownerChoices(data?.owners ?? [], ticket)}
          onChange={({ currentTarget: { value } }) =>
            change.mutate({ what: 'owner', ownerId: value === '' ? null : Number(value) })
          }
        />
        <NativeSelect
          {...usual}
          label="Priority"
          value={ticket.priority}
          data={priorityChoices(ticket.priority)}
          onChange={({ currentTarget }) => {
            const priority = ticketPriorities.find((each) => each === currentTarget.value);
            if (priority !== undefined) change.mutate({ what: 'priority', priority });
          }}
        />
      </SimpleGrid>
      {isWaiting && (
        <Group gap={4} mt={6}>
          <Text size="xs" c="dimmed" role="status">
            The CRM can’t be reached right now. Your change will be sent later.
          </Text>
        </Group>
      )}
    </div>
  );
}

/** Stage options by pipeline; includes the ticket's stage even when the CRM has deleted it. */
function stageChoices(stages: TicketChoices['stages'], ticket: ListedTicket) {
  const groups = [...Map.groupBy(stages, ({ pipelineId }) => pipelineId).values()].map((own) => ({
    group: own[0]?.pipeline ?? '',
    items: own.map((each) => ({ value: stageKey(each), label: each.stage })),
  }));
  if (stages.some((each) => stageKey(each) === stageKey(ticket))) return groups;
  return [{ value: stageKey(ticket), label: `${ticket.stage} (no longer in the CRM)` }, ...groups];
}

function ownerChoices(owners: TicketChoices['owners'], { ownerId, ownerName }: ListedTicket) {
  const present = owners.map((owner) => ({ value: String(owner.ownerId), label: owner.ownerName }));
  const isThere = ownerId === null || owners.some((owner) => owner.ownerId === ownerId);
  return [
    { value: '', label: 'Unassigned' },
    ...(isThere ? [] : [{ value: String(ownerId), label: ownerName ?? `Owner ${ownerId}` }]),
    ...present,
  ];
}

function priorityChoices(current: string) {
  const usual = ticketPriorities.map((priority) => ({
    value: String(priority),
    label: ticketPriorityLabels[priority],
  }));
  return usual.some(({ value }) => value === current)
    ? usual
    : [{ value: current, label: priorityText(current) }, ...usual];
}
