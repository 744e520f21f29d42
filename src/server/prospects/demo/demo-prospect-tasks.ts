import type { Insertable } from 'kysely';
import type { Schema } from '#server/core/db/schema.ts';
import { drawSeededUuid, type SeededRandom } from '#server/core/seeded-random.ts';
import { buildTimeOnDemoWorkday } from '#server/institutions/demo-rows.ts';
import { addDays, type Day } from '#shared/core/dates.ts';
import { isActiveProspectStage, type ProspectStage } from '#shared/prospects/stages.ts';

const titles = [
  'Call the office manager',
  'Send the demo recording',
  'Ask which EHR they plan to use next year',
  'Prepare the offer',
  'Check in after the demo',
];

/** Returns the next step that a demo user noted for a prospect, if any. */
export function buildDemoProspectTask(
  random: SeededRandom,
  today: Day,
  { prospectId, stage, userId }: { prospectId: number; stage: ProspectStage; userId: string },
): Insertable<Schema['prospect_task']>[] {
  if (!isActiveProspectStage(stage) || stage === 'New' || random.chance(0.5)) return [];
  const createdAt = buildTimeOnDemoWorkday(addDays(today, -random.integer(2, 14)), 60);
  return [
    {
      prospect_id: prospectId,
      task_id: drawSeededUuid(random),
      title: random.pick(titles),
      due_on: addDays(today, random.integer(-1, 10)),
      assignee_id: userId,
      snoozed_until: null,
      created_by: userId,
      created_at: createdAt,
      updated_by: userId,
      updated_at: createdAt,
      closed_at: null,
    },
  ];
}
