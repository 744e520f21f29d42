import { z } from 'zod';
import type { Day } from '#shared/core/dates.ts';
import {
  createListAnswerSchema,
  daySchema,
  endpoint,
  institutionParamsSchema,
  textSchema,
  versionSchema,
} from '#shared/core/endpoint.ts';
import { personSchema } from '#shared/core/person.ts';
import { nearDayInWords } from '#shared/core/words.ts';

/** Attempt to keep a customer that has given notice. */
const saveAttemptSchema = z.strictObject({
  owner: personSchema,
  /** Day by which the outcome should be known. */
  dueOn: z.iso.date(),
  plan: z.string(),
  recordedBy: personSchema,
  /** `true` after its owner recorded that the customer leaves anyway. */
  hasFailed: z.boolean(),
  version: z.int(),
});

/** Notice of a current customer that has not been withdrawn. */
export const noticeSchema = z.strictObject({
  lossId: z.uuid(),
  noticedOn: z.iso.date(),
  /** Last day as a customer. */
  leavesOn: z.iso.date(),
  /** Reason that the customer gave. */
  reason: z.string(),
  reasonDetail: z.string().nullable(),
  saveAttempt: saveAttemptSchema.nullable(),
});
export type Notice = z.output<typeof noticeSchema>;

/** Returns the text of the badge of a leaving customer: 'Leaving Dec 16'. */
export const leavingText = ({ leavesOn }: Pick<Notice, 'leavesOn'>, today: Day): string =>
  `Leaving ${nearDayInWords(leavesOn, today)}`;

/** Returns `true` up to and including the last day of a save attempt; `false` without one. */
export const isSaveAttemptCurrent = (lastDay: Day | null, today: Day): boolean =>
  lastDay !== null && lastDay >= today;

/** Returns the last day of a save attempt; `null` without one and for a failed one. */
export const findLastSaveDay = ({ saveAttempt }: Pick<Notice, 'saveAttempt'>): Day | null =>
  saveAttempt === null || saveAttempt.hasFailed ? null : saveAttempt.dueOn;

export const noticeReasonText = ({ reason, reasonDetail }: Notice): string =>
  reasonDetail === null ? reason : `${reason}: ${reasonDetail}`;

export const getNotices = endpoint({
  method: 'GET',
  path: '/api/notices',
  summary: 'Notices of current customers, with the attempts to keep them',
  response: createListAnswerSchema(
    noticeSchema.extend({ institutionId: z.int(), institutionName: z.string() }),
  ),
});

export const maxSavePlanLength = 2_000;

/** A request with the values that are already saved changes nothing. */
export const postSaveAttempt = endpoint({
  method: 'POST',
  path: '/api/institution/:id/save-attempt',
  summary:
    'Record or change the attempt to keep a customer that has given notice; 409 when it changed after `version`',
  params: institutionParamsSchema,
  body: z.strictObject({
    lossId: z.uuid(),
    /** Version of the saved attempt; 0 when there is none. */
    version: versionSchema,
    ownerId: z.uuid(),
    dueOn: daySchema,
    plan: textSchema.trim().min(1, 'must not be empty').max(maxSavePlanLength),
  }),
  response: z.strictObject({ version: z.int() }),
});

const maxSaveOutcomeNoteLength = 500;

/** Repeated requests have no further effect. A new save attempt replaces a failed one. */
export const postSaveAttemptFailure = endpoint({
  method: 'POST',
  path: '/api/institution/:id/save-attempt/failure',
  summary: 'Record that the attempt to keep a customer failed; 409 when it changed after `version`',
  params: institutionParamsSchema,
  body: z.strictObject({
    lossId: z.uuid(),
    version: versionSchema,
    note: textSchema.trim().max(maxSaveOutcomeNoteLength).default(''),
  }),
  response: z.strictObject({ version: z.int() }),
});
