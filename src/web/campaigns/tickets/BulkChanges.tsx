import { Button, Group, Stack, Text } from '@mantine/core';
import type { CampaignTicketsBulkChange } from '#shared/campaigns/tickets/batches.ts';
import { countText } from '#shared/core/words.ts';
import { useMomentFormatter } from '#web/core/days.ts';
import { useUndoBulkChange } from './data.ts';

const whatText = ({ what, to, tickets }: CampaignTicketsBulkChange): string => {
  if (what === 'reassign') return `${countText(tickets, 'ticket')} reassigned to ${to.join(', ')}`;
  return tickets === 0
    ? 'Campaign ended, tickets left open'
    : `Campaign ended, ${countText(tickets, 'open ticket')} to close`;
};

/** Describes how many changes of a bulk change are pending, were skipped or were undone. */
function progressText(
  { waiting, stayed, undone, takenBack }: CampaignTicketsBulkChange,
  momentText: (at: string) => string,
): string {
  const parts = [
    waiting > 0 ? `${countText(waiting, 'change')} pending in the CRM` : '',
    stayed > 0 && undone === null
      ? `${countText(stayed, 'ticket')} skipped because a colleague edited ${stayed === 1 ? 'it' : 'them'} first`
      : '',
    undone === null
      ? ''
      : `undone by ${undone.by} on ${momentText(undone.at)}, ${countText(takenBack, 'ticket')} restored`,
  ];
  return parts.filter((part) => part !== '').join('; ');
}

/** Bulk changes to the campaign's tickets, each with an Undo button while it can be undone. */
export function BulkChanges({
  campaignId,
  batches,
  mayChange,
}: {
  campaignId: string;
  batches: readonly CampaignTicketsBulkChange[];
  mayChange: boolean;
}) {
  const undo = useUndoBulkChange(campaignId);
  const momentText = useMomentFormatter();
  return (
    <Stack
      gap={6}
      component="ul"
      style={{ listStyle: 'none', margin: 0, padding: 0 }}
      aria-label="Bulk changes"
    >
      {batches.map((batch) => (
        <Group key={batch.batchId} component="li" gap="xs" justify="space-between">
          <Text size="sm">
            {momentText(batch.at)}, {batch.by}: {whatText(batch)}.{' '}
            <Text span c="dimmed">
              {progressText(batch, momentText)}
            </Text>
          </Text>
          {mayChange && batch.undoUntil !== null && new Date(batch.undoUntil) > new Date() && (
            <Button
              size="compact-xs"
              variant="default"
              loading={undo.isPending && undo.variables === batch.batchId}
              aria-label={`Undo: ${whatText(batch)}`}
              onClick={() => undo.mutate(batch.batchId)}
            >
              Undo
            </Button>
          )}
        </Group>
      ))}
    </Stack>
  );
}
