import { z } from 'zod';
import {
  createListAnswerSchema,
  createUrlIntegerSchema,
  endpoint,
  idSchema,
  textSchema,
} from '#shared/core/endpoint.ts';
import { healthTierSchema } from '#shared/core/tiers.ts';
import type { CsvExport } from '#shared/list/csv-export.ts';
import { maxBulkItems } from '#shared/work/many.ts';
import { endedClockPeriodChoices, pauseReasons, slaKinds, slaStatuses } from './words.ts';

const instant = z.iso.datetime();
const day = z.iso.date();

/** SLA clock with its current state: which work is due for which customer, and when. */
export const slaClockSchema = z.strictObject({
  /** Identifies the clock across requests. */
  key: z.string(),
  kind: z.enum(slaKinds),
  institutionId: z.int(),
  institutionName: z.string(),
  /** Health tier; `null` for a lost customer. */
  healthTier: healthTierSchema.nullable(),
  /** Display text of the work that is due. */
  subject: z.string(),
  ticketId: z.int().nullable(),
  ownerName: z.string().nullable(),
  /**
   * User to whom the risk case or task is assigned; `null` when the customer's owner is
   * responsible.
   */
  assigneeId: z.uuid().nullable(),
  policyId: z.uuid(),
  policyName: z.string(),
  policyVersion: z.int(),
  status: z.enum(slaStatuses),
  beganAt: instant,
  /**
   * Deadline; `null` when there is no working time ahead, or while the clock is paused and not
   * overdue.
   */
  dueAt: instant.nullable(),
  dueOn: day.nullable(),
  endedAt: instant.nullable(),
  /** Display text of the event that ended the clock. */
  endedBy: z.string().nullable(),
  /**
   * Day on which the target was met or breached, or the clock was canceled; `null` while the target
   * can still be met.
   */
  decidedOn: day.nullable(),
  /**
   * Minutes of working time left: negative when overdue, `null` once the clock has ended.
   * `usedMinutes` and `pausedMinutes` are also working time.
   */
  leftMinutes: z.number().nullable(),
  usedMinutes: z.number(),
  pausedMinutes: z.number(),
  /** Reason of the latest pause. */
  pauseReason: z.string().nullable(),
  pauseNote: z.string().nullable(),
  pausedBy: z.string().nullable(),
  isPaused: z.boolean(),
});
export type SlaClock = z.output<typeof slaClockSchema>;

const periodSchema = createUrlIntegerSchema(z.int()).refine(
  (days) => endedClockPeriodChoices.some((each) => each === days),
  'must be one of the periods',
);

export const getSlaClocks = endpoint({
  method: 'GET',
  path: '/api/slas',
  summary:
    'List the running SLA clocks and the clocks that were met, breached or canceled in the given number of days up to today',
  query: z.object({ days: periodSchema }),
  response: createListAnswerSchema(slaClockSchema).extend({
    /** First and last day of the period. */
    from: day,
    until: day,
    asOf: instant,
    /**
     * `true` when the CRM provides ticket messages. Without messages, replies cannot be detected.
     */
    knowsReplies: z.boolean(),
  }),
});
export type SlaClocks = z.output<typeof getSlaClocks.response>;

export const exportSlaClocks = {
  path: '/api/slas/export',
  summary: 'Export SLA clocks as CSV, filtered and sorted by the search parameters',
  query: z.object({ days: periodSchema }),
} satisfies CsvExport;

const clockSchema = z.strictObject({ institutionId: idSchema, key: textSchema.min(1).max(120) });
const clocksSchema = z
  .array(clockSchema)
  .min(1)
  .max(maxBulkItems)
  .refine(
    (list) => new Set(list.map(({ key }) => key)).size === list.length,
    'must not contain a clock twice',
  );

/**
 * `changed`: number of changed clocks. `kept`: number of clocks that were skipped because their
 * state no longer allowed the change.
 */
const changedSchema = z.strictObject({ changed: z.int(), kept: z.int() });

export const maxPauseNoteLength = 300;

export const postSlaPause = endpoint({
  method: 'POST',
  path: '/api/slas/pauses',
  summary: 'Pause running clocks with a reason. Returns 409 if all are paused or have ended',
  body: z.strictObject({
    /**
     * The client generates the id, so that a repeated request has no further effect. The id also
     * identifies the pause for an undo.
     */
    pauseId: z.uuid(),
    clocks: clocksSchema,
    reason: z.enum(pauseReasons),
    note: textSchema
      .trim()
      .max(maxPauseNoteLength, `must have at most ${maxPauseNoteLength} characters`),
  }),
  response: changedSchema,
});

export const postSlaResume = endpoint({
  method: 'POST',
  path: '/api/slas/resume',
  summary: 'Resume paused clocks. Returns 409 if none is paused',
  body: z.strictObject({ resumeId: z.uuid(), clocks: clocksSchema }),
  response: changedSchema,
});

export const postSlaUndo = endpoint({
  method: 'POST',
  path: '/api/slas/pauses/:workId/undo',
  summary: 'Undo the user’s own pause or resume of clocks',
  params: z.strictObject({ workId: z.uuid() }),
  body: z.strictObject({}),
  response: changedSchema,
});
