import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TicketEdit } from '#shared/tickets/changes.ts';
import { priorityText } from '#shared/tickets/columns.ts';
import type { ListedTicket, TicketChoices, UnsettledTicketChange } from '#shared/tickets/desk.ts';
import { ticketChoicesQuery, useResolveTicketConflict } from './data.ts';

const fieldNames = { stage: 'Stage', owner: 'Owner', priority: 'Priority' } as const;

/** Conflicting changes of a ticket: current value, requested value, and the choice between them. */
export function TicketChangeConflicts({
  ticket,
  changes,
}: {
  ticket: ListedTicket;
  changes: readonly UnsettledTicketChange[];
}) {
  const { data } = useQuery(ticketChoicesQuery);
  const decide = useResolveTicketConflict(ticket);
  return changes
    .filter(({ state }) => state === 'conflict')
    .map(({ changeId, wanted, madeBy }) => (
      <Alert
        key={changeId}
        color="yellow"
        variant="light"
        title="Someone else changed this ticket first"
      >
        <Stack gap="xs">
          <Text size="sm">
            {fieldNames[wanted.what]} is now <b>{currentText(wanted, ticket)}</b>. {madeBy} chose{' '}
            <b>{requestedText(wanted, data)}</b>.
          </Text>
          <Group gap="xs">
            <Button
              size="xs"
              variant="default"
              loading={decide.isPending}
              onClick={() => decide.mutate({ changeId, keep: 'theirs' })}
            >
              Keep current value
            </Button>
            <Button
              size="xs"
              loading={decide.isPending}
              onClick={() => decide.mutate({ changeId, keep: 'mine' })}
            >
              Apply change
            </Button>
          </Group>
        </Stack>
      </Alert>
    ));
}

function currentText({ what }: TicketEdit, ticket: ListedTicket): string {
  if (what === 'stage') return ticket.stage;
  return what === 'owner' ? (ticket.ownerName ?? 'Unassigned') : priorityText(ticket.priority);
}

function requestedText(wanted: TicketEdit, choices: TicketChoices | undefined): string {
  switch (wanted.what) {
    case 'stage': {
      const { pipelineId, stageId } = wanted.stage;
      return (
        choices?.stages.find((each) => each.pipelineId === pipelineId && each.stageId === stageId)
          ?.stage ?? stageId
      );
    }
    case 'owner':
      return (
        choices?.owners.find(({ ownerId }) => ownerId === wanted.ownerId)?.ownerName ?? 'Unassigned'
      );
    case 'priority':
      return priorityText(wanted.priority);
  }
}
