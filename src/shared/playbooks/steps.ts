import { z } from 'zod';
import { textSchema } from '#shared/core/endpoint.ts';
import { numberText } from '#shared/core/words.ts';
import { segmentSchema } from '#shared/portfolio/list.ts';
import { maxTaskTitleLength } from '#shared/work/tasks.ts';
import { delayDayKinds } from './words.ts';

export const maxPlaybookSteps = 30;
export const maxDelayDays = 365;
export const maxStepDetailsLength = 2000;

/** Next step: the following step in the list, the end of the run, or the id of a later step. */
const nextSchema = z.union([z.literal(['following', 'end']), z.uuid()]);
export type NextStepChoice = z.output<typeof nextSchema>;

/** Delay that starts on the day on which the run reaches the step. */
const delaySchema = z.strictObject({
  days: z
    .int('must be a whole number')
    .min(0, 'must be at least 0')
    .max(maxDelayDays, `must be at most ${maxDelayDays}`),
  unit: z.enum(delayDayKinds),
});
export type StepDelay = z.output<typeof delaySchema>;

const titleSchema = textSchema
  .trim()
  .min(1, 'must not be empty')
  .max(maxTaskTitleLength, `must have at most ${maxTaskTitleLength} characters`)
  .regex(/^[^\r\n]*$/, 'must be one line');

const common = { stepId: z.uuid(), next: nextSchema };
const work = {
  title: titleSchema,
  details: textSchema.max(
    maxStepDetailsLength,
    `must have at most ${numberText(maxStepDetailsLength)} characters`,
  ),
  /** User who gets the task; `null` for the customer's owner. */
  assigneeId: z.uuid().nullable(),
  due: delaySchema,
};
const needed = segmentSchema.refine(
  (conditions) => conditions !== '',
  'must have at least one condition',
);

export const stepSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('task'),
    ...common,
    ...work,
    /** `true` if the run waits until the task is closed. */
    waits: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal('wait'),
    ...common,
    delay: delaySchema.refine(({ days }) => days > 0, {
      path: ['days'],
      message: 'must be at least 1',
    }),
  }),
  z.strictObject({
    kind: z.literal('checkpoint'),
    ...common,
    ...work,
    /**
     * Conditions under which the checkpoint passes automatically. Empty when only a user can pass
     * it.
     */
    until: segmentSchema,
  }),
  z.strictObject({
    kind: z.literal('branch'),
    ...common,
    /** The run continues with `next` if the customer matches these conditions. */
    conditions: needed,
    otherwise: nextSchema,
  }),
]);
export type PlaybookStep = z.output<typeof stepSchema>;
export type TaskOrCheckpointStep = Extract<PlaybookStep, { kind: 'task' | 'checkpoint' }>;
