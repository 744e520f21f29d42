import { Skeleton } from '@mantine/core';
import { LoadingSkeleton } from '#web/ui/page/LoadingSkeleton.tsx';

/** Title of the widget of a pinned answer until its reading is known. */
export const pendingAnswerTitle = 'Pinned answer';

/** Placeholder for the content of a pinned answer. */
export function AnswerSkeleton() {
  return (
    <LoadingSkeleton label="Loading the answer" gap="xs">
      <Skeleton h={36} w="40%" />
      <Skeleton h={80} />
    </LoadingSkeleton>
  );
}
