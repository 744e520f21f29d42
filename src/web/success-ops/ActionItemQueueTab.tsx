import { Stack } from '@mantine/core';
import { ActionItemsTab } from '#web/action-items/ActionItemsTab.tsx';
import { AlertDigest } from '#web/alerts/AlertDigest.tsx';

/** Queue of action items below the daily summary of the alert rules. */
export const ActionItemQueueTab = () => (
  <Stack gap="md">
    <AlertDigest />
    <ActionItemsTab />
  </Stack>
);
