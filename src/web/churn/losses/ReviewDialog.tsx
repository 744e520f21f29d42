import { Modal, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Loss } from '#shared/churn/losses/losses.ts';
import { getLossReview } from '#shared/churn/losses/review.ts';
import { endpointQuery } from '#web/core/api.ts';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { SendError } from '#web/ui/sending/SendError.tsx';
import { ReviewForm } from './ReviewForm.tsx';

interface Properties {
  loss: Loss;
  opener: Element | null;
  onClose: () => void;
}

export function ReviewDialog({ loss, opener, onClose }: Properties) {
  useFocusBack(opener);
  const { institutionId: id, lossId, version } = loss;
  // Always refetches, so that the user sees the newest review before overwriting it.
  const { data, error } = useQuery({
    ...endpointQuery(getLossReview, { params: { id, lossId } }),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Review of ${loss.institutionName}`}
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
      centered
    >
      {data === undefined && error === null && <Skeleton h={420} />}
      {data === undefined && <SendError error={error} />}
      {data !== undefined && <ReviewForm key={version} loss={loss} {...data} onClose={onClose} />}
    </Modal>
  );
}
