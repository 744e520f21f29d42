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
