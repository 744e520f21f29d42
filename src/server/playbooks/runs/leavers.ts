import type { Queries } from '#server/core/db/database.ts';
import { changeTasksWithEvents } from '#server/work/tasks/task-sets.ts';
import { assignFallbackPerson } from '../rules.ts';
import { findOrphanedTasks, saveReassignments } from './leaver-queries.ts';
import type { PlaybookContext } from './world.ts';

/**
 * Reassigns the open tasks of disabled users to the fallback assignee of the playbook and records
 * this in the run. Returns the number of tasks.
 */
export async function reassignOrphanedTasks(
  transaction: Queries,
  { people, now }: PlaybookContext,
  limit: number,
): Promise<number> {
  const orphaned = await findOrphanedTasks(transaction, limit);
  const reassigned = orphaned.map((each) => {
    const leaver = people.byId.get(each.assigneeId)?.name ?? 'A former user';
    const { person, note } = assignFallbackPerson(
      `${leaver} is no longer active`,
      each.fallbackId,
      people,
    );
    return {
      ...each,
      assigneeId: person?.id ?? null,
      assigneeName: person?.name ?? null,
      note,
      status: 'open' as const,
    };
  });
  await changeTasksWithEvents(transaction, reassigned, now);
  await saveReassignments(transaction, reassigned);
  return reassigned.length;
}
