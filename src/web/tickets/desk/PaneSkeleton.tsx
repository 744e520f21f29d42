import { Waiting, WaitingPart } from '#web/ui/page/Waiting.tsx';

/** Placeholder while a ticket loads. */
export const PaneSkeleton = () => (
  <Waiting label="Loading ticket">
    <WaitingPart height={140} />
    <WaitingPart height={320} />
  </Waiting>
);
