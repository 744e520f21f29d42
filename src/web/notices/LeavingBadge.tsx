import { Badge, type MantineSize } from '@mantine/core';
import type { Day } from '#shared/core/dates.ts';
import { leavingText } from '#shared/notices/notices.ts';
import { useToday } from '#web/core/days.ts';
import { useNotice } from './data.ts';

/** Badge of a customer that has given notice, with its last day. */
export function LeavingBadge({ leavesOn, size = 'md' }: { leavesOn: Day; size?: MantineSize }) {
  const today = useToday();
  return (
    <Badge variant="filled" size={size} color="var(--tier-critical)" c="var(--surface)" tt="none">
      {leavingText({ leavesOn }, today)}
    </Badge>
  );
}

/** Badge of a customer that has given notice. Renders nothing for other customers. */
export function CustomerLeavingBadge({ institutionId }: { institutionId: number }) {
  const notice = useNotice(institutionId);
  return notice === undefined ? null : <LeavingBadge leavesOn={notice.leavesOn} />;
}
