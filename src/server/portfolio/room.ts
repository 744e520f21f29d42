import type { Room } from '#server/core/registry.ts';
import { customersVocabulary } from '#shared/portfolio/vocabulary.ts';
import { comparisonRoutes } from './comparison-routes.ts';
import { institutionListRoutes } from './list-routes.ts';

export const portfolioRoom: Room = {
  routes: [comparisonRoutes, institutionListRoutes],
  vocabularies: [customersVocabulary],
};
