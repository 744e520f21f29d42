import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { countAgainstLimit } from '#server/core/http/rate-limits.ts';
import { route } from '#server/core/http/route.ts';
import { maxPlansPerMinute, postPlan } from '#shared/assistant/assistant.ts';
import { dayIn } from '#shared/core/dates.ts';
import { answerSentPlan } from './answer.ts';
import { askableLists } from './lists.ts';

const tooManyPlans = `You can load ${maxPlansPerMinute} answers a minute.`;

export function planRoutes(app: FastifyInstance, { clock, env, log }: Dependencies): void {
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
      today: dayIn(env.BUSINESS_TIME_ZONE, clock()),
      synonyms: [],
      log,
    });
  });
}
