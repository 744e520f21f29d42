import type { DaySource } from './source.ts';
import { findDueTasks } from './tasks-queries.ts';

export const taskSource: DaySource = async ({
  dependencies,
  today,
  person,
  minutes,
  all,
  stakeOf,
}) =>
  (await findDueTasks(dependencies.database.foreground, person.id, today)).map(
    ({ taskId, title, due, version, ...institution }) => ({
      ...institution,
      key: `task:${institution.institutionId}:${taskId}`,
      kind: 'task',
      healthTier: all.get(institution.institutionId)?.healthTier ?? 'Unknown',
      urgency: due < today ? 'overdue' : 'today',
      due,
      minutes: minutes.task,
      value: stakeOf(institution.institutionId),
      why: title,
      task: { taskId, version },
      call: null,
      sla: null,
    }),
  );
