import type { Room } from '#server/core/registry.ts';
import { removeDemoCampaigns } from './demo-rows-queries.ts';
import { campaignTables } from './tables.ts';
import { campaignBatchRoutes } from './tickets/batch-routes.ts';
import { ticketCampaignJobs, ticketCampaignSchedules } from './tickets/jobs.ts';
import { ticketCampaignRoutes } from './tickets/routes.ts';
import { campaignsTimeline } from './timeline.ts';

export const campaignsRoom: Room = {
  routes: [ticketCampaignRoutes, campaignBatchRoutes],
  jobs: ticketCampaignJobs,
  schedules: ticketCampaignSchedules,
  timeline: campaignsTimeline,
  customerTables: campaignTables,
  removeDemoRows: removeDemoCampaigns,
};
