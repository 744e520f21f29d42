import type { Room } from '#server/core/registry.ts';
import { conversationSettingsSchema } from '#shared/assistant/conversation-settings.ts';
import { catalogRoutes } from './catalog-routes.ts';
import { conversationRoutes } from './conversations/routes.ts';
import { planRoutes } from './plan-routes.ts';
import { questionRoutes } from './question-routes.ts';
import { rewriteExampleRoutes } from './rewrite/routes.ts';
import { synonymRoutes } from './synonyms/routes.ts';
import { unansweredRoutes } from './unanswered/routes.ts';

export const assistantRoom: Room = {
  routes: [
    questionRoutes,
    planRoutes,
    catalogRoutes,
    conversationRoutes,
    synonymRoutes,
    unansweredRoutes,
    rewriteExampleRoutes,
  ],
  settings: [conversationSettingsSchema],
};
