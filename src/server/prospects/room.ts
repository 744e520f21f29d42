import type { Room } from '#server/core/registry.ts';
import { salesSettingsSchema } from '#shared/prospects/sales-settings.ts';
import { prospectsVocabulary } from '#shared/prospects/vocabulary.ts';
import { prospectCallRoutes } from './calls/routes.ts';
import { prospectChangeRoutes } from './changes/routes.ts';
import { conversionRoutes } from './conversion/routes.ts';
import { prospectCustomerTables } from './customer-tables.ts';
import { prospectDealJobs, prospectDealSchedules } from './deals/jobs.ts';
import { prospectDealRoutes } from './deals/routes.ts';
import { seedDemoProspectWork } from './demo/demo-prospect-work.ts';
import { removeDemoProspects } from './demo/demo-rows-queries.ts';
import { prospectEvidenceRoutes } from './evidence/routes.ts';
import { lostReasonRoutes } from './lost-reasons/routes.ts';
import { prospectMergeRoutes } from './merge/routes.ts';
import { placesRoutes } from './places/routes.ts';
import { prospectsRoutes } from './routes.ts';
import { prospectScoreRoutes } from './score/routes.ts';
import { prospectsTimeline } from './timeline.ts';

export const prospectsRoom: Room = {
  routes: [
    prospectsRoutes,
    placesRoutes,
    prospectChangeRoutes,
    prospectEvidenceRoutes,
    conversionRoutes,
    prospectCallRoutes,
    prospectMergeRoutes,
    prospectScoreRoutes,
    lostReasonRoutes,
    prospectDealRoutes,
  ],
  jobs: prospectDealJobs,
  schedules: prospectDealSchedules,
  vocabularies: [prospectsVocabulary],
  timeline: prospectsTimeline,
  settings: [salesSettingsSchema],
  seedDemoRows: seedDemoProspectWork,
  customerTables: prospectCustomerTables,
  removeDemoRows: removeDemoProspects,
};
