import { Anchor, Modal, Stack, Text } from '@mantine/core';
import type { Prospect } from '#shared/prospects/prospects.ts';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';

export function ProspectDialog({ prospect, onClose }: { prospect: Prospect; onClose: () => void }) {
  useFocusBack();
  return (
    <Modal opened onClose={onClose} title={prospect.name} centered closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack gap="xs">
        <Text>{prospect.address}</Text>
        <Text c="dimmed">{prospect.businessType}</Text>
        {prospect.phone && <Anchor href={`tel:${prospect.phone}`}>{prospect.phone}</Anchor>}
        {prospect.rating !== null && (
          <Text>
            {prospect.rating.toFixed(1)} out of 5
            {prospect.totalRatings !== null && `, ${prospect.totalRatings.toLocaleString('en-US')} ratings`}
          </Text>
        )}
      </Stack>
    </Modal>
  );
}
