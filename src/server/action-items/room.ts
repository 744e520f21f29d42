import type { Room } from '#server/core/registry.ts';
import { actionItemsVocabulary } from '#shared/action-items/vocabulary.ts';
import { actionItemCustomerTables } from './customer-tables.ts';
import { actionItemRoutes } from './routes.ts';
import { actionItemTimeline } from './timeline.ts';

export const actionItemsRoom: Room = {
  routes: [actionItemRoutes],
  vocabularies: [actionItemsVocabulary],
  timeline: actionItemTimeline,
  customerTables: actionItemCustomerTables,
};
