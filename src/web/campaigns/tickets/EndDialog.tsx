import { Button, Modal, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { CampaignDetail } from '#shared/campaigns/tickets/campaigns.ts';
import { campaignLimits } from '#shared/campaigns/tickets/constants.ts';
import { countText } from '#shared/core/words.ts';
import { DialogButtons } from '#web/ui/dialog/DialogButtons.tsx';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { SendError } from '#web/ui/sending/SendError.tsx';
import { useCampaignEnd } from './data.ts';

/** Dialog to end a campaign. The user chooses whether its open tickets are closed. */
export function EndDialog({
  detail: { campaign },
  onClose,
}: {
  detail: CampaignDetail;
  onClose: () => void;
}) {
  useFocusBack();
  const [openTickets, setOpenTickets] = useState<'close' | 'leave'>('close');
  const end = useCampaignEnd(campaign.campaignId);
  const send = () =>
    end.mutate(
      { openTickets: campaign.open === 0 ? 'leave' : openTickets },
      { onSuccess: onClose },
    );
  return (
    <Modal
      opened
      onClose={onClose}
      title="End this campaign?"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        <Text size="sm">
          The campaign’s tickets no longer count as overdue or untouched. You can undo this for{' '}
          {campaignLimits.undoHours} hours.
        </Text>
        {campaign.open > 0 && (
          <Radio.Group
            label={countText(campaign.open, 'open ticket')}
            value={openTickets}
            onChange={(value) => setOpenTickets(value === 'leave' ? 'leave' : 'close')}
          >
            <Stack gap={6} mt={6}>
              <Radio
                value="close"
                label="Close tickets"
                description="Moves each ticket to the first closed stage of its pipeline"
              />
              <Radio
                value="leave"
                label="Leave tickets open"
                description="Owners continue to work on the tickets"
              />
            </Stack>
          </Radio.Group>
        )}
        <SendError error={end.error} />
        <DialogButtons onClose={onClose}>
          <Button loading={end.isPending} onClick={send} data-autofocus>
            End campaign
          </Button>
        </DialogButtons>
      </Stack>
    </Modal>
  );
}
