import type { Room } from '#server/core/registry.ts';
import { casesRoutes } from './cases/cases-routes.ts';
import { workCustomerTables } from './customer-tables.ts';
import { removeDemoWorkingTime } from './demo-rows-queries.ts';
import { listsRoutes } from './lists-routes.ts';
import { notesRoutes } from './notes-routes.ts';
import { outcomeRoutes } from './outcome-routes.ts';
import { prospectTasksRoutes } from './prospect-tasks/routes.ts';
import { tasksRoutes } from './tasks/tasks-routes.ts';
import { undoRoutes } from './undo/undo-routes.ts';
import { workingTimeRoutes } from './working-time/working-time-routes.ts';

export const workRoom: Room = {
  routes: [
    listsRoutes,
    casesRoutes,
    outcomeRoutes,
    notesRoutes,
    tasksRoutes,
    prospectTasksRoutes,
    undoRoutes,
    workingTimeRoutes,
  ],
  customerTables: workCustomerTables,
  removeDemoRows: removeDemoWorkingTime,
};
