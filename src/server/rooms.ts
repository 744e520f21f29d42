import { actionItemsRoom } from '#server/action-items/room.ts';
import { adminRoom } from '#server/admin/room.ts';
import { alertsRoom } from '#server/alerts/room.ts';
import { assistantRoom } from '#server/assistant/room.ts';
import { authRoom } from '#server/auth/room.ts';
import { benchmarksRoom } from '#server/benchmarks/room.ts';
import { boardsRoom } from '#server/boards/room.ts';
import { campaignsRoom } from '#server/campaigns/room.ts';
import { churnRoom } from '#server/churn/room.ts';
import type { Job } from '#server/core/jobs/job.ts';
import type { Room } from '#server/core/registry.ts';
import { coreRoom, monitoringRoom } from '#server/core/room.ts';
import { crmRoom } from '#server/crm/room.ts';
import { dataQualityRoom } from '#server/data-quality/room.ts';
import { dayRoom } from '#server/day/room.ts';
import { extendUsageRefreshWithDemoDays } from '#server/demo/jobs.ts';
import { guidesRoom } from '#server/guides/room.ts';
import { healthRoom } from '#server/health/room.ts';
import { importsRoom } from '#server/imports/room.ts';
import { insightsRoom } from '#server/insights/room.ts';
import { institutionsRoom } from '#server/institutions/room.ts';
import { jobsRoom } from '#server/jobs/room.ts';
import { listRoom } from '#server/list/room.ts';
import { mapRoom } from '#server/map/room.ts';
import { noticesRoom } from '#server/notices/room.ts';
import { onboardingRoom } from '#server/onboarding/room.ts';
import { playbooksRoom } from '#server/playbooks/room.ts';
import { portfolioRoom } from '#server/portfolio/room.ts';
import { prepSheetRoom } from '#server/prep-sheet/room.ts';
import { productsRoom } from '#server/products/room.ts';
import { prospectsRoom } from '#server/prospects/room.ts';
import { radarRoom } from '#server/radar/room.ts';
import { renewalsRoom } from '#server/renewals/room.ts';
import { riskRoom } from '#server/risk/room.ts';
import { scoringRoom } from '#server/scoring/room.ts';
import { slasRoom } from '#server/slas/room.ts';
import { teamRoom } from '#server/team/room.ts';
import { ticketsRoom } from '#server/tickets/room.ts';
import { timelineRoom } from '#server/timeline/room.ts';
import { workRoom } from '#server/work/room.ts';
import type { Schedule } from '#shared/core/jobs/schedules.ts';

/**
 * All rooms of the server. A new room needs an entry here, its pages in web/routes.tsx and a row in
 * docs/architecture.md.
 */
export const rooms: readonly Room[] = [
  coreRoom,
  monitoringRoom,
  listRoom,
  authRoom,
  jobsRoom,
  institutionsRoom,
  crmRoom,
  scoringRoom,
  importsRoom,
  healthRoom,
  portfolioRoom,
  benchmarksRoom,
  workRoom,
  timelineRoom,
  noticesRoom,
  ticketsRoom,
  riskRoom,
  boardsRoom,
  prepSheetRoom,
  productsRoom,
  guidesRoom,
  onboardingRoom,
  churnRoom,
  actionItemsRoom,
  alertsRoom,
  playbooksRoom,
  renewalsRoom,
  slasRoom,
  radarRoom,
  teamRoom,
  dayRoom,
  campaignsRoom,
  prospectsRoom,
  insightsRoom,
  assistantRoom,
  dataQualityRoom,
  adminRoom,
  mapRoom,
];

/**
 * Rooms whose routes a worker process serves. These routes are only health checks. A worker runs
 * the jobs of all rooms.
 */
export const workerRouteRooms: readonly Room[] = [monitoringRoom];

export const allJobs: readonly Job[] = extendUsageRefreshWithDemoDays(
  rooms.flatMap((room) => room.jobs ?? []),
);

export const allJobSchedules: readonly Schedule[] = rooms.flatMap((room) => room.schedules ?? []);
