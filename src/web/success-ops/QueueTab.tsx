import { Stack } from '@mantine/core';
import { Queue } from '#web/action-items/Queue.tsx';
import { Digest } from '#web/alerts/Digest.tsx';

/** Queue of action items below the daily summary of the alert rules. */
export const QueueTab = () => (
  <Stack gap="md">
    <Digest />
    <Queue />
  </Stack>
);
