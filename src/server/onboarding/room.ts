import type { Room } from '#server/core/registry.ts';
import { onboardingVocabularies } from '#shared/onboarding/vocabulary.ts';
import { onboardingCustomerTables } from './customer-tables.ts';
import { onboardingGuideFigures } from './guide-figures.ts';
import { onboardingJobs, onboardingSchedules } from './jobs.ts';
import { onboardingRoutes } from './routes.ts';
import { onboardingTimeline } from './timeline.ts';

export const onboardingRoom: Room = {
  routes: [onboardingRoutes],
  jobs: onboardingJobs,
  schedules: onboardingSchedules,
  vocabularies: onboardingVocabularies,
  timeline: onboardingTimeline,
  guideFigures: onboardingGuideFigures,
  customerTables: onboardingCustomerTables,
};
