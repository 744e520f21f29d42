import { Drivers } from './Drivers.tsx';
import { ReasonSegments } from './ReasonSegments.tsx';

/** What goes with leaving, and the reasons by kind of customer. */
export function Causes() {
  return (
    <>
      <Drivers />
      <ReasonSegments />
    </>
  );
}
