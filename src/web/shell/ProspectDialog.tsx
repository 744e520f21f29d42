import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '#shared/core/pages/paths.ts';
import { prospectKeyOf } from '#shared/core/pages/prospect-key.ts';
import { numberText } from '#shared/core/words.ts';
import type { Prospect } from '#shared/prospects/prospects.ts';
import { ProspectPhone } from '#web/prospects/ProspectPhone.tsx';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';

export function ProspectDialog({ prospect, onClose }: { prospect: Prospect; onClose: () => void }) {
  useFocusBack();
  return (
    <Modal
      opened
      onClose={onClose}
      title={prospect.name}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="xs">
        <Text>{prospect.address}</Text>
        <Text c="dimmed">{prospect.businessType}</Text>
        <ProspectPhone prospect={prospect} />
        {prospect.rating !== null && (
          <Text>
            {prospect.rating.toFixed(1)} out of 5
            {prospect.totalRatings !== null && `, ${numberText(prospect.totalRatings)} ratings`}
          </Text>
        )}
        <Group justify="flex-end">
          <Button
            component={Link}
            to={paths.prospect(prospectKeyOf(prospect))}
            size="xs"
            onClick={onClose}
          >
            Open prospect
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
