import type { Issue } from '#shared/data-quality/issues.ts';
import { MapEhrDialog } from './MapEhrDialog.tsx';
import { MergeDialog } from './MergeDialog.tsx';
import { PlaceLocationDialog } from './PlaceLocationDialog.tsx';

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
  if (system !== null) return <MapEhrDialog said={system} systems={systems} onClose={onClose} />;
  return locationId === null ? null : (
    <PlaceLocationDialog issue={{ ...issue, locationId }} onClose={onClose} />
  );
}
