import { z } from 'zod';
import { endpoint, inAddress, institutionParams, pageAnswer, pageEndSchema, textSchema } from '#shared/core/endpoint.ts';
import { personSchema } from '#shared/core/person.ts';
import { timelinePath } from '#shared/work/timeline-path.ts';

export const timelineKinds = ['note', 'task', 'risk', 'score', 'ticket', 'owner', 'milestone'] as const;
const timelineKindSchema = z.enum(timelineKinds);
export type TimelineKind = z.output<typeof timelineKindSchema>;

export const timelineEntrySchema = z.strictObject({
  /** One of a kind within the institution. */
  id: z.string(),
  at: z.iso.datetime(),
  kind: timelineKindSchema,
  /** Name of the event, unique among the events of a kind. The rooms declare the events. */
  event: z.string(),
  /** null where no person did it. */
  actor: personSchema.nullable(),
  /** One plain line, without the actor. */
  headline: z.string(),
  /** Whether it is good or bad news; plain where it is neither. */
  tone: z.enum(['good', 'bad', 'plain']),
  /** Plain text as somebody wrote it, or what explains the headline. */
  body: z.string().nullable(),
  /** The note, task or ticket. */
  subjectId: z.string().nullable(),
  /** A note’s version, for changing it. */
  version: z.int().nullable(),
  editedAt: z.iso.datetime().nullable(),
});
export type TimelineEntry = z.output<typeof timelineEntrySchema>;

export const longestTimelineSearch = 200;

export const getTimeline = endpoint({
  method: 'GET',
  path: timelinePath,
  summary: 'Everything that happened with an institution, newest first',
  params: institutionParams,
  query: z.object({
    /** Kinds with commas between; all when left out. */
    kinds: z
      .string()
      .max(200)
      .transform((text) => text.split(','))
      .pipe(z.array(timelineKindSchema))
      .optional(),
    /** Words to find, as people type them: "exact words", or, -without. */
    search: textSchema.max(longestTimelineSearch).optional(),
    after: pageEndSchema.optional(),
    limit: inAddress(z.int().min(1).max(100)).default(30),
  }),
  response: pageAnswer(timelineEntrySchema),
});
