import { Modal } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { ListedTicket } from '#shared/tickets/desk.ts';
import { useLayeredClose } from '#web/ui/dialog/use-layered-close.ts';
import { PaneWaiting } from './PaneWaiting.tsx';

const TicketPane = lazy(async () => ({ default: (await import('./TicketPane.tsx')).TicketPane }));

interface Properties {
  ticketId: number;
  onOpen: (ticket: Pick<ListedTicket, 'ticketId'>) => void;
  onClose: () => void;
}

/** A ticket over the list, where both do not fit beside each other. */
export function TicketDialog({ ticketId, onOpen, onClose }: Properties) {
  return (
    <Modal opened fullScreen onClose={useLayeredClose(onClose)} title={`Ticket ${ticketId}`} closeButtonProps={{ 'aria-label': 'Close' }}>
      <Suspense fallback={<PaneWaiting />}>
        <TicketPane ticketId={ticketId} onOpen={onOpen} />
      </Suspense>
    </Modal>
  );
}
