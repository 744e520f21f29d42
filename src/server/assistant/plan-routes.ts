import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { countAgainstLimit } from '#server/core/http/rate-limits.ts';
import { route } from '#server/core/http/route.ts';
import { maxPlansPerMinute, postPlan } from '#shared/assistant/assistant.ts';
import { answerSentPlan } from './answer/plan-answer.ts';
import { askableLists } from './lists.ts';

const tooManyPlans = `You can load ${maxPlansPerMinute} answers a minute.`;

export function planRoutes(app: FastifyInstance, { log }: Dependencies): void {
  const rate = app.createRateLimit({
    max: maxPlansPerMinute,
    timeWindow: 60_000,
    keyGenerator: ({ user }) => user?.id ?? '',
  });

  route(app, postPlan, async ({ body, user, request }) => {
    await countAgainstLimit(rate, request, tooManyPlans);
    return answerSentPlan(body.plan, {
      lists: askableLists(app, user.role),
      viewer: user.name,
      log,
    });
  });
}
