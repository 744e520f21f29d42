import { Text } from '@mantine/core';
import { maxBulkItems } from '#shared/work/many.ts';

/** Reason why an answer has no actions. `noun` is a plural, such as 'customers'. */
export const TooManyRows = ({ noun }: { noun: string }) => (
  <Text size="sm" c="dimmed">
    This answer has too many {noun} for actions. Add a filter to act on at most {maxBulkItems} at
    once.
  </Text>
);
