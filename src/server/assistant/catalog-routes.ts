import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { route } from '#server/core/http/route.ts';
import { getCatalog } from '#shared/assistant/catalog.ts';
import { describeList } from './catalog.ts';
import { findAskableLists } from './lists.ts';

export function catalogRoutes(app: FastifyInstance, { llm }: Dependencies): void {
  route(app, getCatalog, async ({ user }) => ({
    lists: await Promise.all(findAskableLists(app, user.role).map(describeList)),
    hasLanguageModel: llm !== null,
  }));
}
