import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TicketEdit } from '#shared/tickets/changes.ts';
import { priorityText } from '#shared/tickets/columns.ts';
import type { ListedTicket, OpenTicketChange, TicketChoices } from '#shared/tickets/desk.ts';
import { ticketChoicesQuery, useTicketDecision } from './data.ts';

const named = { stage: 'Stage', owner: 'Owner', priority: 'Priority' } as const;

/** The changes that met another one: how the ticket stands, what was wanted, and the choice between the two. */
export function Conflicts({ ticket, changes }: { ticket: ListedTicket; changes: readonly OpenTicketChange[] }) {
  const { data } = useQuery(ticketChoicesQuery);
  const decide = useTicketDecision(ticket);
  return changes
    .filter(({ state }) => state === 'conflict')
    .map(({ changeId, wanted, madeBy }) => (
      <Alert key={changeId} color="yellow" variant="light" title="The ticket has changed in the meantime">
        <Stack gap="xs">
          <Text size="sm">
            {named[wanted.what]} now: <b>{currentText(wanted, ticket)}</b>. {madeBy} wanted: <b>{wantedText(wanted, data)}</b>.
          </Text>
          <Group gap="xs">
            <Button size="xs" variant="default" loading={decide.isPending} onClick={() => decide.mutate({ changeId, keep: 'theirs' })}>
              Leave it as it is
            </Button>
            <Button size="xs" loading={decide.isPending} onClick={() => decide.mutate({ changeId, keep: 'mine' })}>
              Make the change
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

function wantedText(wanted: TicketEdit, choices: TicketChoices | undefined): string {
  switch (wanted.what) {
    case 'stage': {
      const { pipelineId, stageId } = wanted.stage;
      return choices?.stages.find((each) => each.pipelineId === pipelineId && each.stageId === stageId)?.stage ?? stageId;
    }
    case 'owner':
      return choices?.owners.find(({ ownerId }) => ownerId === wanted.ownerId)?.ownerName ?? 'Unassigned';
    case 'priority':
      return priorityText(wanted.priority);
  }
}
