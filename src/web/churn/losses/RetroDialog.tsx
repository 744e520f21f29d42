import { Modal, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Loss } from '#shared/churn/losses/losses.ts';
import { getRetro } from '#shared/churn/losses/retro.ts';
import { endpointQuery } from '#web/core/api.ts';
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts';
import { SendError } from '#web/ui/sending/SendError.tsx';
import { RetroForm } from './RetroForm.tsx';

interface Properties {
  loss: Loss;
  opener: Element | null;
  onClose: () => void;
}

/** What a loss teaches. */
export function RetroDialog({ loss, opener, onClose }: Properties) {
  useFocusBack(opener);
  const { institutionId: id, lossId, version } = loss;
  // A look-back that somebody else wrote meanwhile is not to be overwritten unseen.
  const { data, error } = useQuery({ ...endpointQuery(getRetro, { params: { id, lossId } }), staleTime: 0, gcTime: 0 });
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Look back at ${loss.institutionName}`}
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
      centered
    >
      {data === undefined && error === null && <Skeleton h={420} />}
      {data === undefined && <SendError error={error} />}
      {data !== undefined && <RetroForm key={version} loss={loss} {...data} onClose={onClose} />}
    </Modal>
  );
}
