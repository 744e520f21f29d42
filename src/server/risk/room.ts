import type { Room } from '#server/core/registry.ts';
import { riskVocabularies } from '#shared/risk/vocabulary.ts';
import { riskListRoutes } from './list-routes.ts';

export const riskRoom: Room = { routes: [riskListRoutes], vocabularies: riskVocabularies };
