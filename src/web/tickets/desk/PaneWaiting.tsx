import { Waiting, WaitingPart } from '#web/ui/page/Waiting.tsx';

/** Where a ticket will stand. */
export const PaneWaiting = () => (
  <Waiting label="Loading the ticket">
    <WaitingPart height={140} />
    <WaitingPart height={320} />
  </Waiting>
);
