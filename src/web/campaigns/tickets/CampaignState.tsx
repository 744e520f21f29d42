import '@mantine/core/styles/Progress.css';
import { Alert, Button, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { CampaignAction, CampaignDetail } from '#shared/campaigns/tickets/campaigns.ts';
import { stateWords } from '#shared/campaigns/tickets/words.ts';
import { counted } from '#shared/core/words.ts';
import { useMomentText } from '#web/core/days.ts';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { Batches } from './Batches.tsx';
import { isAtWork, useCampaignAction } from './data.ts';

const EndDialog = lazy(async () => ({ default: (await import('./EndDialog.tsx')).EndDialog }));

/** How far the opening of the tickets is, and what can be done about it. */
export function CampaignState({ detail }: { detail: CampaignDetail }) {
  const { campaign, problem, undone, batches, mayChange } = detail;
  const { state, recipients, toOpen } = campaign;
  const momentText = useMomentText();
  const settled = recipients - toOpen;
  const isUndone = state === 'undoing' || state === 'undone';
  const words = isUndone ? `${counted(campaign.withdrawn, 'ticket')} withdrawn` : `${figure(settled)} of ${figure(recipients)}`;
  const share = recipients === 0 ? 100 : (settled / recipients) * 100;
  return (
    <Paper p="md" bg="var(--surface)" component="section" aria-label="State of the campaign" data-guide="campaign-state">
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <Text fw={600} role="status">
            {stateWords[state]}
            <Text component="span" c="dimmed" fw={400}>
              {' '}
              {words}
            </Text>
          </Text>
          {mayChange && <Actions detail={detail} />}
        </Group>
        {isAtWork(detail) && (
          <Progress value={share} striped={state === 'undoing'} aria-label="Tickets opened" animated={state === 'undoing'} />
        )}
        {problem !== null && (
          <Alert color="yellow" title="The CRM cannot be reached" role="status">
            {problem} Chairside tries again every two minutes. Nothing is lost or opened twice.
          </Alert>
        )}
        {undone !== null && (
          <Text size="sm">
            Undone by {undone.by} on {momentText(undone.at)}. {keptText(campaign.open + campaign.done)}
          </Text>
        )}
        {batches.length > 0 && <Batches campaignId={campaign.campaignId} batches={batches} mayChange={mayChange} />}
      </Stack>
    </Paper>
  );
}

const figure = (count: number) => count.toLocaleString('en-US');
const keptText = (kept: number): string => {
  if (kept === 0) return 'No tickets were kept.';
  if (kept === 1) return '1 ticket that somebody had worked on was kept; the list names it.';
  return `${counted(kept, 'ticket')} that somebody had worked on were kept; the list names them.`;
};

const asks = {
  cancel: { title: 'Cancel the rest?', text: 'Tickets that are not open yet will not be opened.', button: 'Cancel the rest' },
  undo: {
    title: 'Undo this campaign?',
    text: 'Every ticket nobody has touched is withdrawn from the CRM. The others are kept, and the list names them.',
    button: 'Undo the campaign',
  },
} as const;

function Actions({ detail }: { detail: CampaignDetail }) {
  const { campaign, undoUntil } = detail;
  const { state, refused, campaignId } = campaign;
  const act = useCampaignAction(campaignId);
  const momentText = useMomentText();
  const [asked, setAsked] = useState<keyof typeof asks>();
  const [isEnding, setEnding] = useState(false);
  const send = (action: CampaignAction) => act.mutate(action, { onSettled: () => setAsked(undefined) });
  const isOpening = state === 'sending' || state === 'paused';
  const canEnd = state === 'sent' || (state === 'cancelled' && campaign.toOpen === 0);
  const canUndo =
    state !== 'undoing' && state !== 'undone' && state !== 'ended' && (undoUntil === null || new Date(undoUntil) > new Date());
  const usual = { size: 'xs', variant: 'default', disabled: act.isPending } as const;
  return (
    <Group gap="xs">
      {state === 'sending' && (
        <Button {...usual} onClick={() => send('pause')}>
          Pause
        </Button>
      )}
      {state === 'paused' && (
        <Button {...usual} onClick={() => send('resume')}>
          Resume
        </Button>
      )}
      {isOpening && (
        <Button {...usual} onClick={() => setAsked('cancel')}>
          Cancel the rest
        </Button>
      )}
      {state === 'sent' && refused > 0 && (
        <Button {...usual} onClick={() => send('retry')}>
          Try {counted(refused, 'refused ticket')} again
        </Button>
      )}
      {canEnd && (
        <Button {...usual} onClick={() => setEnding(true)}>
          End campaign
        </Button>
      )}
      {canUndo && (
        <Button {...usual} onClick={() => setAsked('undo')}>
          Undo
        </Button>
      )}
      {canUndo && undoUntil !== null && (
        <Text size="xs" c="dimmed">
          until {momentText(undoUntil)}
        </Text>
      )}
      <Suspense>{isEnding && <EndDialog detail={detail} onClose={() => setEnding(false)} />}</Suspense>
      {asked !== undefined && (
        <ConfirmDialog {...asks[asked]} isPending={act.isPending} onConfirm={() => send(asked)} onClose={() => setAsked(undefined)} />
      )}
    </Group>
  );
}
