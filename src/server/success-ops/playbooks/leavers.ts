import type { Queries } from '#server/core/db/database.ts';
import { changeBatchTasks } from '#server/work/task-sets.ts';
import { noteTakeOvers, orphanedTasks } from './leaver-queries.ts';
import { takeOver } from './rules.ts';
import type { World } from './world.ts';

/** Gives the open tasks of somebody who has left to whoever takes over, and says so in the run. Answers how many. */
export async function giveOrphaned(transaction: Queries, { people, now }: World, limit: number): Promise<number> {
  const orphaned = await orphanedTasks(transaction, limit);
  const given = orphaned.map((each) => {
    const leaver = people.byId.get(each.assigneeId)?.name ?? 'Somebody';
    const { person, note } = takeOver(`${leaver} has left or cannot be given work`, each.fallbackId, people);
    return { ...each, assigneeId: person?.id ?? null, assigneeName: person?.name ?? null, note, status: 'open' as const };
  });
  await changeBatchTasks(transaction, given, now);
  await noteTakeOvers(transaction, given);
  return given.length;
}
