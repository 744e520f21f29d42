import type { Room } from '#server/core/registry.ts';
import type { ListVocabulary } from '#shared/list/vocabulary.ts';
import { savedViewsRoutes } from './saved-views-routes.ts';

declare module '#server/core/registry.ts' {
  interface Room {
    /** Words with which users ask about the room's lists. */
    vocabularies?: readonly ListVocabulary[];
  }
}

export const listRoom: Room = { routes: [savedViewsRoutes] };
