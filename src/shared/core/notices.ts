import { z } from 'zod';
import { endpoint, listAnswer } from './endpoint.ts';

/**
 * Notice about the running product for the signed-in user. An administrator can confirm `clock`; `clock-apart`, a clock that differs from
 * the database's, has to be corrected. `administrators` is for administrators, one sentence per line.
 */
const noticeSchema = z.strictObject({ key: z.enum(['clock', 'clock-apart', 'crm', 'imports', 'administrators']), text: z.string() });
export type Notice = z.output<typeof noticeSchema>;

export const getNotices = endpoint({
  method: 'GET',
  path: '/api/core/notices',
  summary: 'Current notices for the user, such as a wrong clock',
  response: listAnswer(noticeSchema),
});

export const postClockConfirmation = endpoint({
  method: 'POST',
  path: '/api/core/clock/confirmations',
  summary: 'Confirm that the server’s clock is right, so that scheduled work continues',
  role: 'admin',
  body: z.strictObject({}),
  response: listAnswer(noticeSchema),
});
