import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { route } from '#server/core/http/route.ts';
import { postQuestion } from '#shared/assistant/assistant.ts';
import { getCatalog } from '#shared/assistant/catalog.ts';
import { dayIn } from '#shared/core/dates.ts';
import { answerQuestion } from './answer.ts';
import { describeList } from './catalog.ts';
import { askableLists } from './lists.ts';

export function assistantRoutes(app: FastifyInstance, { clock, env, log }: Dependencies): void {
  route(app, postQuestion, async ({ body, user }) =>
    answerQuestion(body, {
      lists: askableLists(app, user.role),
      viewer: user.name,
      today: dayIn(env.BUSINESS_TIME_ZONE, clock()),
      synonyms: [],
      log,
    }),
  );

  route(app, getCatalog, async ({ user }) => ({
    lists: await Promise.all(askableLists(app, user.role).map(describeList)),
  }));
}
