import { z } from 'zod';
import { endpoint, listAnswer } from './endpoint.ts';

/**
 * Something about the running product that the signed-in user should know. `clock` can be confirmed by an administrator;
 * `clock-apart`, a clock that differs from the database's, has to be corrected. `administrators` is for administrators, a sentence
 * a line.
 */
const noticeSchema = z.strictObject({ key: z.enum(['clock', 'clock-apart', 'crm', 'imports', 'administrators']), text: z.string() });
export type Notice = z.output<typeof noticeSchema>;

export const getNotices = endpoint({
  method: 'GET',
  path: '/api/notices',
  summary: 'What the user should know of the running product at this moment, such as a wrong clock',
  response: listAnswer(noticeSchema),
});

export const postClockConfirmation = endpoint({
  method: 'POST',
  path: '/api/clock/confirmations',
  summary: 'Say that the server’s clock is right, so that scheduled work goes on',
  role: 'admin',
  body: z.strictObject({}),
  response: listAnswer(noticeSchema),
});
