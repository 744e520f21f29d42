import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getMergeComparison } from '#shared/data-quality/merge.ts';
import { endpointQuery } from '#web/core/api.ts';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { ErrorState } from '#web/ui/page/ErrorState.tsx';
import { LoadingSkeleton, SkeletonBlock } from '#web/ui/page/LoadingSkeleton.tsx';
import { MergeForm } from './MergeForm.tsx';

/** Dialog that compares and merges two customers. */
export function MergeDialog({
  one,
  other,
  onClose,
}: {
  one: number;
  other: number;
  onClose: () => void;
}) {
  useFocusBack();
  const comparison = useQuery({
    ...endpointQuery(getMergeComparison, { params: { one, other } }),
    staleTime: 0,
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title="Merge these customers?"
      size="xl"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {comparison.data !== undefined ? (
        <MergeForm comparison={comparison.data} onClose={onClose} />
      ) : comparison.error !== null ? (
        <ErrorState
          title="Couldn’t compare the customers"
          error={comparison.error}
          onRetry={() => void comparison.refetch()}
        />
      ) : (
        <LoadingSkeleton label="Loading both customers">
          <SkeletonBlock height={360} />
        </LoadingSkeleton>
      )}
    </Modal>
  );
}
