import type { Room } from '#server/core/registry.ts';
import { alertJobs, alertSchedules } from './alerts/jobs.ts';
import { alertRoutes } from './alerts/routes.ts';
import { callRoutes } from './calls/routes.ts';
import { dayRoutes } from './day/routes.ts';
import { playbookJobs, playbookSchedules } from './playbooks/jobs.ts';
import { playbookRoutes } from './playbooks/routes.ts';
import { incidentRadar, radarSchedule } from './radar/jobs.ts';
import { radarRoutes } from './radar/routes.ts';
import { renewalRoutes } from './renewals/routes.ts';
import { slaPauseRoutes } from './slas/pause-routes.ts';
import { slaRoutes } from './slas/routes.ts';
import { reassignRoutes } from './team/reassign/routes.ts';
import { teamRoutes } from './team/routes.ts';
import { successOpsTimeline } from './timeline.ts';

export const successOpsRoom: Room = {
  routes: [
    dayRoutes,
    renewalRoutes,
    teamRoutes,
    reassignRoutes,
    callRoutes,
    alertRoutes,
    playbookRoutes,
    radarRoutes,
    slaRoutes,
    slaPauseRoutes,
  ],
  jobs: [...alertJobs, ...playbookJobs, incidentRadar],
  timeline: successOpsTimeline,
  schedules: [...alertSchedules, ...playbookSchedules, radarSchedule],
};
