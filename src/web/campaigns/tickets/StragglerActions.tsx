import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { CampaignTicket } from '#shared/campaigns/tickets/campaigns.ts';
import { cut } from '#shared/core/words.ts';
import { bulkLimit } from '#shared/work/many.ts';
import { longestTaskTitle } from '#shared/work/tasks.ts';
import { useToday } from '#web/core/days.ts';
import { peopleQuery } from '#web/work/data.ts';

const ReassignDialog = lazy(async () => ({ default: (await import('./ReassignDialog.tsx')).ReassignDialog }));
const TaskEditor = lazy(async () => ({ default: (await import('#web/work/TaskEditor.tsx')).TaskEditor }));

interface Properties {
  campaign: { campaignId: string; name: string };
  /** null for nobody. */
  ownerName: string | null;
  stragglers: readonly CampaignTicket[];
  mayReassign: boolean;
}

/** Reminds a person of the stragglers by a task for each, or gives them to others. */
export function StragglerActions({ campaign, ownerName, stragglers, mayReassign }: Properties) {
  const [opened, setOpened] = useState<'remind' | 'reassign'>();
  const { data: people = [] } = useQuery(peopleQuery);
  const today = useToday();
  const from = ownerName ?? 'nobody';
  // Where two people have the same name, neither is chosen, so that no task goes to the wrong one.
  const named = people.filter(({ name }) => name === ownerName);
  const close = () => setOpened(undefined);
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      {ownerName !== null && (
        <Button size="compact-xs" variant="default" aria-label={`Remind ${from} of the stragglers`} onClick={() => setOpened('remind')}>
          Remind
        </Button>
      )}
      {mayReassign && (
        <Button size="compact-xs" variant="default" aria-label={`Reassign the stragglers of ${from}`} onClick={() => setOpened('reassign')}>
          Reassign
        </Button>
      )}
      <Suspense>
        {opened === 'remind' && (
          <TaskEditor
            customers={stragglers.slice(0, bulkLimit)}
            initial={{
              title: cut(`Follow up on the ticket: ${campaign.name}`, longestTaskTitle),
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
            institutionIds={stragglers.map(({ institutionId }) => institutionId)}
            onClose={close}
          />
        )}
      </Suspense>
    </Group>
  );
}
