import { z } from 'zod';
import {
  createListPageAnswerSchema,
  createUrlIntegerSchema,
  endpoint,
  institutionParamsSchema,
  pageCursorSchema,
  textSchema,
} from '#shared/core/endpoint.ts';
import { personSchema } from '#shared/core/person.ts';
import { timelineApiPath } from '#shared/work/timeline-path.ts';

export const timelineKinds = [
  'note',
  'task',
  'risk',
  'score',
  'ticket',
  'owner',
  'milestone',
] as const;
const timelineKindSchema = z.enum(timelineKinds);
export type TimelineKind = z.output<typeof timelineKindSchema>;

export const timelineEntrySchema = z.strictObject({
  /** Unique within the institution. */
  id: z.string(),
  at: z.iso.datetime(),
  kind: timelineKindSchema,
  /** Name of the event, unique among the events of a kind. The rooms declare the events. */
  event: z.string(),
  /** `null` for automatic events. */
  actor: personSchema.nullable(),
  /** One line of text, without the actor. */
  headline: z.string(),
  /** Good or bad news; `plain` for neither. */
  tone: z.enum(['good', 'bad', 'plain']),
  /** Text written by a user, or an explanation of the headline. */
  body: z.string().nullable(),
  /** Path of the page to which the headline links; `null` without a link. */
  path: z.string().nullable(),
  /** Id of the note, task or ticket. */
  subjectId: z.string().nullable(),
  /** Version of a note, required to edit it. */
  version: z.int().nullable(),
  editedAt: z.iso.datetime().nullable(),
});
export type TimelineEntry = z.output<typeof timelineEntrySchema>;

export const maxTimelineSearchLength = 200;

export const getTimeline = endpoint({
  method: 'GET',
  path: timelineApiPath,
  summary: 'All events of an institution, newest first',
  params: institutionParamsSchema,
  query: z.object({
    /** Comma-separated kinds; all when omitted. */
    kinds: z
      .string()
      .max(200)
      .transform((text) => text.split(','))
      .pipe(z.array(timelineKindSchema))
      .optional(),
    /**
     * Search text in the syntax of web searches: quotes for exact words, `or`, and `-` before a
     * word to exclude.
     */
    search: textSchema.max(maxTimelineSearchLength).optional(),
    after: pageCursorSchema.optional(),
    limit: createUrlIntegerSchema(z.int().min(1).max(100)).default(30),
  }),
  response: createListPageAnswerSchema(timelineEntrySchema),
});
