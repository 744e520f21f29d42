import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { CampaignTicket } from '#shared/campaigns/tickets/campaigns.ts';
import { truncateText } from '#shared/core/words.ts';
import { maxBulkItems } from '#shared/work/many.ts';
import { maxTaskTitleLength } from '#shared/work/tasks.ts';
import { useToday } from '#web/core/days.ts';
import { peopleQuery } from '#web/work/data.ts';

const ReassignDialog = lazy(async () => ({
  default: (await import('./ReassignDialog.tsx')).ReassignDialog,
}));
const TaskEditor = lazy(async () => ({
  default: (await import('#web/work/TaskEditor.tsx')).TaskEditor,
}));

interface Properties {
  campaign: { campaignId: string; name: string };
  /** Name of the owner; `null` for tickets without an owner. */
  ownerName: string | null;
  overdue: readonly CampaignTicket[];
  mayReassign: boolean;
}

/**
 * Buttons for an owner's overdue or untouched tickets. One creates a reminder task for each ticket,
 * the other reassigns the tickets.
 */
export function OverdueTicketButtons({ campaign, ownerName, overdue, mayReassign }: Properties) {
  const [opened, setOpened] = useState<'remind' | 'reassign'>();
  const { data: people = [] } = useQuery(peopleQuery);
  const today = useToday();
  const from = ownerName ?? 'Unassigned';
  // When two users have the same name, neither is preselected, so that no task goes to the wrong
  // user.
  const named = people.filter(({ name }) => name === ownerName);
  const close = () => setOpened(undefined);
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      {ownerName !== null && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Remind ${from} of overdue or untouched tickets`}
          onClick={() => setOpened('remind')}
        >
          Remind
        </Button>
      )}
      {mayReassign && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Reassign overdue or untouched tickets of ${from}`}
          onClick={() => setOpened('reassign')}
        >
          Reassign
        </Button>
      )}
      <Suspense>
        {opened === 'remind' && (
          <TaskEditor
            subject={{ customers: overdue.slice(0, maxBulkItems) }}
            initial={{
              title: truncateText(`Follow up on ticket: ${campaign.name}`, maxTaskTitleLength),
              dueOn: today,
              assignee: (named.length === 1 && named[0]) || null,
            }}
            onClose={close}
          />
        )}
        {opened === 'reassign' && (
          <ReassignDialog
            campaignId={campaign.campaignId}
            from={from}
            institutionIds={overdue.map(({ institutionId }) => institutionId)}
            onClose={close}
          />
        )}
      </Suspense>
    </Group>
  );
}
