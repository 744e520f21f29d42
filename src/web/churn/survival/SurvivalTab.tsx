import { LossTimingSection } from './LossTimingSection.tsx';
import { RetentionCohortTable } from './RetentionCohortTable.tsx';
import { SurvivalCurves } from './SurvivalCurves.tsx';

/** Survival tab: how long customers stay, when they leave and for which reasons. */
export function SurvivalTab() {
  return (
    <>
      <SurvivalCurves />
      <LossTimingSection />
      <RetentionCohortTable />
    </>
  );
}
