import type { Room } from '#server/core/registry.ts';
import { teamTasksVocabulary, untouchedCustomersVocabulary } from '#shared/team/vocabulary.ts';
import { teamCustomerTables } from './customer-tables.ts';
import { reassignRoutes } from './reassign/routes.ts';
import { teamRoutes } from './routes.ts';

export const teamRoom: Room = {
  routes: [teamRoutes, reassignRoutes],
  vocabularies: [teamTasksVocabulary, untouchedCustomersVocabulary],
  customerTables: teamCustomerTables,
};
