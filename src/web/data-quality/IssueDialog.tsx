import type { Issue } from '#shared/data-quality/issues.ts';
import { MergeDialog } from './MergeDialog.tsx';
import { PlaceDialog } from './PlaceDialog.tsx';
import { SystemDialog } from './SystemDialog.tsx';

interface Properties {
  issue: Issue;
  /** EHRs that a name can be mapped to. */
  systems: readonly string[];
  onClose: () => void;
}

/** Dialog with the fixes of an issue. */
export function IssueDialog({ issue, systems, onClose }: Properties) {
  const { institutionId, otherId, locationId, system } = issue;
  if (otherId !== null)
    return <MergeDialog one={institutionId} other={otherId} onClose={onClose} />;
  if (system !== null) return <SystemDialog said={system} systems={systems} onClose={onClose} />;
  return locationId === null ? null : (
    <PlaceDialog issue={{ ...issue, locationId }} onClose={onClose} />
  );
}
