import type { WorkTimelineEvent } from '#server/work/event-queries.ts';
import type { Day } from '#shared/core/dates.ts';
import type { Notice } from '#shared/notices/notices.ts';

/** Returns a notice without its customer. */
export const toNotice = ({
  lossId,
  noticedOn,
  leavesOn,
  reason,
  reasonDetail,
  saveAttempt,
}: Notice): Notice => ({ lossId, noticedOn, leavesOn, reason, reasonDetail, saveAttempt });

/** Returns the timeline event of a recorded save attempt. */
export const saveAttemptEvent = (
  institutionId: number,
  detail: { owner: string; dueOn: Day; plan: string },
): WorkTimelineEvent => ({
  institutionId,
  kind: 'milestone',
  event: 'save_attempt',
  subjectId: null,
  detail,
});

/** Returns the timeline event of a failed save attempt. */
export const saveAttemptFailureEvent = (
  institutionId: number,
  note: string,
): WorkTimelineEvent => ({
  institutionId,
  kind: 'milestone',
  event: 'save_attempt_failed',
  subjectId: null,
  detail: { note: note === '' ? null : note },
});
