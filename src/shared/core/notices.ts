import { z } from 'zod';
import { createListAnswerSchema, endpoint } from './endpoint.ts';

/**
 * Operational notice for the signed-in user. `clock`: the server's clock may be wrong, and an
 * administrator can confirm it. `clock-apart`: the server's clock differs from the database's and
 * must be corrected. `administrators`: changes of administrators, one sentence per line, for
 * administrators only. `pending-changes`: changes of other administrators that wait for a decision,
 * one sentence per line, for administrators only.
 */
const noticeSchema = z.strictObject({
  key: z.enum(['clock', 'clock-apart', 'crm', 'imports', 'administrators', 'pending-changes']),
  text: z.string(),
});
export type SystemNotice = z.output<typeof noticeSchema>;

export const getSystemNotices = endpoint({
  method: 'GET',
  path: '/api/core/notices',
  summary: 'Current notices for the user, such as a wrong clock',
  response: createListAnswerSchema(noticeSchema),
});

export const postClockConfirmation = endpoint({
  method: 'POST',
  path: '/api/core/clock/confirmations',
  summary: 'Confirm that the server’s clock is right, so that scheduled work continues',
  role: 'admin',
  body: z.strictObject({}),
  response: createListAnswerSchema(noticeSchema),
});
