import type { Room } from '#server/core/registry.ts';
import { campaignsVocabulary } from '#shared/campaigns/vocabulary.ts';
import { campaignCustomerTables } from './customer-tables.ts';
import { removeDemoCampaigns } from './demo-rows-queries.ts';
import { campaignBatchRoutes } from './tickets/batch-routes.ts';
import { seedDemoCampaign } from './tickets/demo-campaign.ts';
import { ticketCampaignJobs, ticketCampaignSchedules } from './tickets/jobs.ts';
import { ticketCampaignRoutes } from './tickets/routes.ts';
import { campaignsTimeline } from './timeline.ts';

export const campaignsRoom: Room = {
  routes: [ticketCampaignRoutes, campaignBatchRoutes],
  vocabularies: [campaignsVocabulary],
  jobs: ticketCampaignJobs,
  schedules: ticketCampaignSchedules,
  timeline: campaignsTimeline,
  customerTables: campaignCustomerTables,
  seedDemoRows: seedDemoCampaign,
  removeDemoRows: removeDemoCampaigns,
};
