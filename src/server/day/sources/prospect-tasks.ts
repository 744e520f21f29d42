import { prospectKeyOf } from '#shared/core/pages/prospect-key.ts';
import type { DaySource } from './source.ts';
import { findDueProspectTasks } from './tasks-queries.ts';

export const prospectTaskSource: DaySource = async ({ dependencies, today, person, minutes }) =>
  (await findDueProspectTasks(dependencies.database.foreground, person.id, today)).map(
    ({ prospectId, placeId, name, taskId, title, due, version }) => ({
      key: `prospect-task:${prospectId}:${taskId}`,
      kind: 'task',
      institutionId: null,
      institutionName: null,
      healthTier: null,
      prospect: { prospectId, name, key: prospectKeyOf({ placeId, prospectId }) },
      urgency: due < today ? 'overdue' : 'today',
      due,
      minutes: minutes.task,
      value: null,
      why: title,
      task: { taskId, version },
      call: null,
      sla: null,
    }),
  );
