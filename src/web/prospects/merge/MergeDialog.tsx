import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { type MergedProspect, prospectPairQuery } from './data.ts';
import { MergeForm } from './MergeForm.tsx';

interface Properties {
  /** Ids of the prospects that are shown on the left and on the right. */
  one: number;
  other: number;
  onMerged?: (remaining: MergedProspect) => void;
  onClose: () => void;
}

/** Dialog that compares two prospects and merges them. */
export function MergeDialog({ one, other, onMerged, onClose }: Properties) {
  useFocusBack();
  const pair = useQuery(prospectPairQuery(one, other));
  return (
    <Modal
      opened
      onClose={onClose}
      title="Merge these prospects?"
      size="xl"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {pair.data !== undefined ? (
        <MergeForm
          pair={pair.data}
          onMerged={(remaining) => {
            onClose();
            onMerged?.(remaining);
          }}
          onClose={onClose}
        />
      ) : pair.error !== null ? (
        <ErrorState
          title="Couldn’t compare the prospects"
          error={pair.error}
          onRetry={() => void pair.refetch()}
        />
      ) : (
        <LoadingSkeleton label="Loading both prospects">
          <SkeletonBlock height={360} />
        </LoadingSkeleton>
      )}
    </Modal>
  );
}
