import { ChurnDriversSection } from './ChurnDriversSection.tsx';
import { ReasonsBySegmentTable } from './ReasonsBySegmentTable.tsx';

/** Causes tab: factors that precede a notice, and reasons by customer segment. */
export function CausesTab() {
  return (
    <>
      <ChurnDriversSection />
      <ReasonsBySegmentTable />
    </>
  );
}
