import { Drivers } from './Drivers.tsx';
import { ReasonSegments } from './ReasonSegments.tsx';

/** Causes tab: factors that precede a notice, and reasons by customer segment. */
export function Causes() {
  return (
    <>
      <Drivers />
      <ReasonSegments />
    </>
  );
}
