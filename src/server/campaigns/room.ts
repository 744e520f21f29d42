import type { Room } from '#server/core/registry.ts';
import { ticketCampaignJobs, ticketCampaignSchedules } from './tickets/jobs.ts';
import { ticketCampaignRoutes } from './tickets/routes.ts';

export const campaignsRoom: Room = { routes: [ticketCampaignRoutes], jobs: ticketCampaignJobs, schedules: ticketCampaignSchedules };
