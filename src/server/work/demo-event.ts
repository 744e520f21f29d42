import type { Insertable } from 'kysely';
import type { Schema } from '#server/core/db/schema.ts';
import { drawSeededUuid, type SeededRandom } from '#server/core/seeded-random.ts';
import type { WorkTimelineEvent } from './event-queries.ts';

/** Returns the row of a demo user's action. Its id is the same in every demo. */
export const demoWorkEvent = (
  random: SeededRandom,
  { institutionId, kind, event, subjectId, detail }: WorkTimelineEvent,
  actorId: string,
  at: Date,
): Insertable<Schema['work_event']> => ({
  institution_id: institutionId,
  event_id: drawSeededUuid(random),
  actor_id: actorId,
  at,
  kind,
  event,
  subject_id: subjectId,
  detail: JSON.stringify(detail),
});
