import { z } from 'zod';
import { endpoint, idSchema, inAddress, listAnswer, textSchema } from '#shared/core/endpoint.ts';
import { healthTierSchema } from '#shared/core/tiers.ts';
import type { CsvExport } from '#shared/list/csv-export.ts';
import { bulkLimit } from '#shared/work/many.ts';
import { pauseReasons, slaKinds, slaPeriods, slaStatuses } from './words.ts';

const instant = z.iso.datetime();
const day = z.iso.date();

/** A clock of a service level as it stands: what has to be done for whom, and by when. */
export const slaClockSchema = z.strictObject({
  /** The same from one look to the next. */
  key: z.string(),
  kind: z.enum(slaKinds),
  institutionId: z.int(),
  institutionName: z.string(),
  /** null for a customer that has left. */
  healthTier: healthTierSchema.nullable(),
  /** What it is about. */
  subject: z.string(),
  ticketId: z.int().nullable(),
  ownerName: z.string().nullable(),
  /** To whom a risk case or the task of a step is given; otherwise the work is the owner's. */
  assigneeId: z.uuid().nullable(),
  policyId: z.uuid(),
  policyName: z.string(),
  policyVersion: z.int(),
  status: z.enum(slaStatuses),
  beganAt: instant,
  /** null while it is paused, and where no working time comes. */
  dueAt: instant.nullable(),
  dueOn: day.nullable(),
  endedAt: instant.nullable(),
  /** What ended it, in words. */
  endedBy: z.string().nullable(),
  /** The day on which it was met, missed or dropped; null while it can still be met. */
  decidedOn: day.nullable(),
  /** Minutes of working time: those that are left, negative once they are over, null once it has ended; those used, and those it was stopped. */
  leftMinutes: z.number().nullable(),
  usedMinutes: z.number(),
  pausedMinutes: z.number(),
  /** Of the last pause; `isPaused` when it lasts. */
  pauseReason: z.string().nullable(),
  pauseNote: z.string().nullable(),
  pausedBy: z.string().nullable(),
  isPaused: z.boolean(),
});
export type SlaClock = z.output<typeof slaClockSchema>;

const periodSchema = inAddress(z.int()).refine((days) => slaPeriods.some((each) => each === days), 'is no period');

export const getSlaClocks = endpoint({
  method: 'GET',
  path: '/api/slas',
  summary: 'The clocks that run, and those that were met, missed or dropped in so many days up to today',
  query: z.object({ days: periodSchema }),
  response: listAnswer(slaClockSchema).extend({
    /** First and last day of the period. */
    from: day,
    until: day,
    asOf: instant,
    /** Whether the CRM tells what is written on tickets, without which no reply can be seen. */
    knowsReplies: z.boolean(),
  }),
});
export type SlaClocks = z.output<typeof getSlaClocks.response>;

export const exportSlaClocks = {
  path: '/api/slas/export',
  summary: 'The clocks of service levels as CSV, as the search parameters say',
  query: z.object({ days: periodSchema }),
} satisfies CsvExport;

const clockSchema = z.strictObject({ institutionId: idSchema, key: textSchema.min(1).max(120) });
const clocksSchema = z
  .array(clockSchema)
  .min(1)
  .max(bulkLimit)
  .refine((list) => new Set(list.map(({ key }) => key)).size === list.length, 'names a clock twice');

/** How many were changed; the others stand otherwise than they were seen. */
const changedSchema = z.strictObject({ changed: z.int(), kept: z.int() });

export const longestPauseNote = 300;

export const postSlaPause = endpoint({
  method: 'POST',
  path: '/api/slas/pauses',
  summary: 'Stop clocks that run, with a reason; 409 when all of them are stopped or over',
  body: z.strictObject({
    /** The page makes the id, so that a double click pauses once, and undoes the pause by it. */
    pauseId: z.uuid(),
    clocks: clocksSchema,
    reason: z.enum(pauseReasons),
    note: textSchema.trim().max(longestPauseNote, `must have at most ${longestPauseNote} characters`),
  }),
  response: changedSchema,
});

export const postSlaResume = endpoint({
  method: 'POST',
  path: '/api/slas/resume',
  summary: 'Let stopped clocks run again; 409 when none of them is stopped',
  body: z.strictObject({ resumeId: z.uuid(), clocks: clocksSchema }),
  response: changedSchema,
});

export const postSlaUndo = endpoint({
  method: 'POST',
  path: '/api/slas/pauses/:workId/undo',
  summary: 'Undo a pause as if it had never been, or let one that was ended last on; only by the person who did it',
  params: z.strictObject({ workId: z.uuid() }),
  body: z.strictObject({}),
  response: changedSchema,
});
