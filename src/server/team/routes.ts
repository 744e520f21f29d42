import type { FastifyInstance } from 'fastify';
import { createActionItemListReader } from '#server/action-items/list.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { route } from '#server/core/http/route.ts';
import { csvRoute } from '#server/list/csv-export.ts';
import { versionCheckedListRoute } from '#server/list/list-route.ts';
import { dayIn } from '#shared/core/dates.ts';
import { teamTaskColumns, untouchedColumns } from '#shared/team/columns.ts';
import { exportTeamTasks, exportUntouched, getTeamTasks, getUntouched } from '#shared/team/rows.ts';
import { sumNeededHours } from '#shared/team/rules.ts';
import { getTeam } from '#shared/team/team.ts';
import { getWorkloads } from '#shared/work/workloads.ts';
import { loadTeamWork } from './loads.ts';
import { createTeamTaskListReader, createUntouchedListReader } from './rows.ts';
import { buildTeam } from './team.ts';

export function teamRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { clock, env } = dependencies;
  const lists = {
    calls: createActionItemListReader(dependencies),
    tasks: createTeamTaskListReader(dependencies),
    untouched: createUntouchedListReader(dependencies),
  };
  const fileName = (of: string) => `${of}-${dayIn(env.BUSINESS_TIME_ZONE, clock())}`;

  route(app, getTeam, () => buildTeam(dependencies, lists));

  route(app, getWorkloads, async () => {
    const { loads } = await loadTeamWork(dependencies, lists.calls);
    return {
      rows: loads.map(({ person, hours, availableHours, isAway }) => ({
        personId: person.id,
        neededHours: sumNeededHours(hours),
        availableHours,
        isAway,
      })),
    };
  });

  versionCheckedListRoute(app, getTeamTasks, lists.tasks);
  csvRoute(app, exportTeamTasks, teamTaskColumns, async () => ({
    rows: (await lists.tasks()).answer.rows,
    fileName: fileName('open-tasks'),
  }));

  versionCheckedListRoute(app, getUntouched, lists.untouched);
  csvRoute(app, exportUntouched, untouchedColumns, async () => ({
    rows: (await lists.untouched()).answer.rows,
    fileName: fileName('untouched-customers'),
  }));
}
