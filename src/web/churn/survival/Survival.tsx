import { Cohorts } from './Cohorts.tsx';
import { Curves } from './Curves.tsx';
import { Tenure } from './Tenure.tsx';

/** Survival tab: how long customers stay, when they leave and for which reasons. */
export function Survival() {
  return (
    <>
      <Curves />
      <Tenure />
      <Cohorts />
    </>
  );
}
