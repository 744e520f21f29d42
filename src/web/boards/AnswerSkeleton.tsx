import { Skeleton } from '@mantine/core';
import { LoadingSkeleton } from '#web/ui/page/LoadingSkeleton.tsx';

/** Title of a pinned answer that isn't computed. */
export const pinnedAnswerTitle = 'Pinned answer';

export const AnswerSkeleton = () => (
  <LoadingSkeleton label="Loading the answer" gap="xs">
    <Skeleton h={36} w="40%" />
    <Skeleton h={80} />
  </LoadingSkeleton>
);
