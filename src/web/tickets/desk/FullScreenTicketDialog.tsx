import { Modal } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { ListedTicket } from '#shared/tickets/desk.ts';
import { useCloseIgnoringNestedEscape } from '#web/ui/dialog/use-close-ignoring-nested-escape.ts';
import { PaneSkeleton } from './PaneSkeleton.tsx';

const TicketPane = lazy(async () => ({ default: (await import('./TicketPane.tsx')).TicketPane }));

interface Properties {
  ticketId: number;
  onOpen: (ticket: Pick<ListedTicket, 'ticketId'>) => void;
  onClose: () => void;
}

/** Full-screen ticket, for viewports too narrow for list and ticket side by side. */
export function FullScreenTicketDialog({ ticketId, onOpen, onClose }: Properties) {
  return (
    <Modal
      opened
      fullScreen
      onClose={useCloseIgnoringNestedEscape(onClose)}
      title={`Ticket ${ticketId}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Suspense fallback={<PaneSkeleton />}>
        <TicketPane ticketId={ticketId} onOpen={onOpen} />
      </Suspense>
    </Modal>
  );
}
