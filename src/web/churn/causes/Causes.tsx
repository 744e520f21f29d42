import { Drivers } from './Drivers.tsx';
import { ReasonSegments } from './ReasonSegments.tsx';

/** Causes view: factors that precede churn, and reasons by customer segment. */
export function Causes() {
  return (
    <>
      <Drivers />
      <ReasonSegments />
    </>
  );
}
