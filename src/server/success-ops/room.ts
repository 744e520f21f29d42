import type { Room } from '#server/core/registry.ts';
import { alertJobs, alertSchedules } from '#server/alerts/jobs.ts';
import { alertRoutes } from '#server/alerts/routes.ts';
import { callRoutes } from '#server/action-items/routes.ts';
import { dayRoutes } from '#server/day/routes.ts';
import { playbookJobs, playbookSchedules } from '#server/playbooks/jobs.ts';
import { playbookRoutes } from '#server/playbooks/routes.ts';
import { incidentRadar, radarSchedule } from '#server/radar/jobs.ts';
import { radarRoutes } from '#server/radar/routes.ts';
import { renewalRoutes } from '#server/renewals/routes.ts';
import { slaPauseRoutes } from '#server/slas/pause-routes.ts';
import { slaRoutes } from '#server/slas/routes.ts';
import { reassignRoutes } from '#server/team/reassign/routes.ts';
import { teamRoutes } from '#server/team/routes.ts';
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
