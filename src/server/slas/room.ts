import type { Room } from '#server/core/registry.ts';
import { slaClocksVocabulary } from '#shared/slas/vocabulary.ts';
import { slaCustomerTables } from './customer-tables.ts';
import { slaPauseRoutes } from './pause-routes.ts';
import { slaRoutes } from './routes.ts';
import { slaTimeline } from './timeline.ts';

export const slasRoom: Room = {
  routes: [slaRoutes, slaPauseRoutes],
  vocabularies: [slaClocksVocabulary],
  timeline: slaTimeline,
  customerTables: slaCustomerTables,
};
