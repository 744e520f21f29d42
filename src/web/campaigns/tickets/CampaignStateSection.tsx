import '@mantine/core/styles/Progress.css';
import { Alert, Button, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { CampaignAction, CampaignDetail } from '#shared/campaigns/tickets/campaigns.ts';
import { campaignStateLabels } from '#shared/campaigns/tickets/words.ts';
import { countText, numberText } from '#shared/core/words.ts';
import { useMomentFormatter } from '#web/core/days.ts';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { BulkChanges } from './BulkChanges.tsx';
import { isCampaignProcessing, useChangeCampaignState } from './data.ts';

const EndDialog = lazy(async () => ({ default: (await import('./EndDialog.tsx')).EndDialog }));

/** State of a campaign with its progress, problems and bulk changes, and actions on it. */
export function CampaignStateSection({ detail }: { detail: CampaignDetail }) {
  const { campaign, problem, undone, batches, mayChange } = detail;
  const { state, recipients, toOpen } = campaign;
  const momentText = useMomentFormatter();
  const settled = recipients - toOpen;
  const isUndone = state === 'undoing' || state === 'undone';
  const words = isUndone
    ? `${countText(campaign.withdrawn, 'ticket')} withdrawn`
    : `${numberText(settled)} of ${numberText(recipients)}`;
  const share = recipients === 0 ? 100 : (settled / recipients) * 100;
  return (
    <Paper
      p="md"
      bg="var(--surface)"
      component="section"
      aria-label="Campaign state"
      data-guide="campaign-state"
    >
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <Text fw={600} role="status">
            {campaignStateLabels[state]}
            <Text component="span" c="dimmed" fw={400}>
              {' '}
              {words}
            </Text>
          </Text>
          {mayChange && <Actions detail={detail} />}
        </Group>
        {isCampaignProcessing(detail) && (
          <Progress
            value={share}
            striped={state === 'undoing'}
            aria-label="Tickets opened"
            animated={state === 'undoing'}
          />
        )}
        {problem !== null && (
          <Alert color="yellow" title="The CRM can’t be reached" role="status">
            {problem} Chairside tries again every two minutes. Tickets aren’t lost or opened twice.
          </Alert>
        )}
        {undone !== null && (
          <Text size="sm">
            Undone by {undone.by} on {momentText(undone.at)}.{' '}
            {keptText(campaign.open + campaign.done)}
          </Text>
        )}
        {batches.length > 0 && (
          <BulkChanges campaignId={campaign.campaignId} batches={batches} mayChange={mayChange} />
        )}
      </Stack>
    </Paper>
  );
}

const keptText = (kept: number): string => {
  if (kept === 0) return 'No tickets were kept.';
  if (kept === 1)
    return '1 ticket was kept because a colleague had worked on it. See the list below.';
  return `${countText(kept, 'ticket')} were kept because colleagues had worked on them. See the list below.`;
};

const confirmations = {
  cancel: {
    title: 'Cancel remaining tickets?',
    text: 'Tickets that aren’t in the CRM yet won’t be created.',
    button: 'Cancel remaining tickets',
  },
  undo: {
    title: 'Undo this campaign?',
    text: 'Tickets that nobody has worked on are withdrawn from the CRM. Tickets that a colleague has worked on are kept and listed.',
    button: 'Undo campaign',
  },
} as const;

function Actions({ detail }: { detail: CampaignDetail }) {
  const { campaign, undoUntil } = detail;
  const { state, refused, campaignId } = campaign;
  const act = useChangeCampaignState(campaignId);
  const momentText = useMomentFormatter();
  const [confirming, setConfirming] = useState<keyof typeof confirmations>();
  const [isEnding, setEnding] = useState(false);
  const send = (action: CampaignAction) =>
    act.mutate(action, { onSettled: () => setConfirming(undefined) });
  const isOpening = state === 'sending' || state === 'paused';
  const canEnd = state === 'sent' || (state === 'cancelled' && campaign.toOpen === 0);
  const canUndo =
    state !== 'undoing' &&
    state !== 'undone' &&
    state !== 'ended' &&
    (undoUntil === null || new Date(undoUntil) > new Date());
  const buttonProperties = { size: 'xs', variant: 'default', disabled: act.isPending } as const;
  return (
    <Group gap="xs">
      {state === 'sending' && (
        <Button {...buttonProperties} onClick={() => send('pause')}>
          Pause
        </Button>
      )}
      {state === 'paused' && (
        <Button {...buttonProperties} onClick={() => send('resume')}>
          Resume
        </Button>
      )}
      {isOpening && (
        <Button {...buttonProperties} onClick={() => setConfirming('cancel')}>
          Cancel remaining tickets
        </Button>
      )}
      {state === 'sent' && refused > 0 && (
        <Button {...buttonProperties} onClick={() => send('retry')}>
          Retry {countText(refused, 'refused ticket')}
        </Button>
      )}
      {canEnd && (
        <Button {...buttonProperties} onClick={() => setEnding(true)}>
          End campaign
        </Button>
      )}
      {canUndo && (
        <Button {...buttonProperties} onClick={() => setConfirming('undo')}>
          Undo campaign
        </Button>
      )}
      {canUndo && undoUntil !== null && (
        <Text size="xs" c="dimmed">
          Undo possible until {momentText(undoUntil)}
        </Text>
      )}
      <Suspense>
        {isEnding && <EndDialog detail={detail} onClose={() => setEnding(false)} />}
      </Suspense>
      {confirming !== undefined && (
        <ConfirmDialog
          {...confirmations[confirming]}
          isPending={act.isPending}
          onConfirm={() => send(confirming)}
          onClose={() => setConfirming(undefined)}
        />
      )}
    </Group>
  );
}
