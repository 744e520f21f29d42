import type { Issue } from '#shared/admin/quality/issues.ts';
import { PlaceDialog } from './PlaceDialog.tsx';
import { SystemDialog } from './SystemDialog.tsx';

interface Properties {
  issue: Issue;
  /** The records systems that a name can mean. */
  systems: readonly string[];
  onClose: () => void;
}

/** What can be done about one issue. */
export function IssueDialog({ issue, systems, onClose }: Properties) {
  const { locationId, system } = issue;
  if (system !== null) return <SystemDialog said={system} systems={systems} onClose={onClose} />;
  return locationId === null ? null : <PlaceDialog issue={{ ...issue, locationId }} onClose={onClose} />;
}
