import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { unauthenticated, unprocessable } from '#server/core/errors.ts';
import { countAgainstLimit } from '#server/core/http/rate-limits.ts';
import { route } from '#server/core/http/route.ts';
import { csvTableRoute } from '#server/list/csv-export.ts';
import { exportAnswerGroups, maxPlansPerMinute, postPlan } from '#shared/assistant/assistant.ts';
import { parsePlanJson } from '#shared/assistant/plan.ts';
import { postPlanColumns } from '#shared/assistant/plan-columns.ts';
import { dayIn } from '#shared/core/dates.ts';
import type { User } from '#shared/core/user.ts';
import { computeGroupsTable } from './answer/groups-table.ts';
import { answerSentPlan } from './answer/plan-answer.ts';
import { readSentPlan } from './answer/planned.ts';
import { findAskableLists } from './lists.ts';
import { countColumnValues, describePlanColumn } from './plan-columns.ts';

const tooManyPlans = `You can load ${maxPlansPerMinute} answers a minute.`;

export function planRoutes(app: FastifyInstance, { log, clock, env }: Dependencies): void {
  const rate = app.createRateLimit({
    max: maxPlansPerMinute,
    timeWindow: 60_000,
    keyGenerator: ({ user }) => user?.id ?? '',
  });

  const contextOf = ({ role, name }: User) => ({
    lists: findAskableLists(app, role),
    viewer: name,
    today: dayIn(env.BUSINESS_TIME_ZONE, clock()),
    log,
  });

  route(app, postPlan, async ({ body, user, request }) => {
    await countAgainstLimit(rate, request, tooManyPlans);
    return answerSentPlan(body.plan, contextOf(user));
  });

  route(app, postPlanColumns, async ({ body, user, request }) => {
    await countAgainstLimit(rate, request, tooManyPlans);
    const planned = await readSentPlan(body.plan, contextOf(user));
    if (typeof planned === 'string') throw unprocessable(planned);
    const { columns } = planned.source;
    const column = columns.find(({ key }) => key === body.column);
    if (column === undefined && body.column !== null)
      throw unprocessable('This list no longer has the column. Ask the question again.');
    return {
      columns: columns.map(describePlanColumn),
      values: column === undefined ? [] : countColumnValues(planned, column, user.name),
    };
  });

  csvTableRoute(app, exportAnswerGroups, async ({ plan: json }, request) => {
    if (request.user === undefined) throw unauthenticated();
    await countAgainstLimit(rate, request, tooManyPlans);
    const plan = parsePlanJson(json);
    if (plan === undefined) throw unprocessable('The plan is invalid. Ask the question again.');
    return {
      ...(await computeGroupsTable(plan, contextOf(request.user))),
      fileName: `${plan.list}-groups-${dayIn(env.BUSINESS_TIME_ZONE, clock())}`,
    };
  });
}
