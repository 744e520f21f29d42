import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { changedMeanwhile, notFound, unprocessable } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { findPerson } from '#server/work/people-queries.ts';
import { getDayPlan, postDayMove, postDayOrder } from '#shared/day/day.ts';
import { snoozeProblem } from '#shared/work/rules.ts';
import { buildDay } from './day.ts';
import { moveDayItem, saveDayOrder } from './queries.ts';

export function dayRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { database, clock } = dependencies;
  const { foreground } = database;

  async function personOf(userId: string) {
    const person = await findPerson(foreground, userId);
    if (person === undefined) throw notFound('This person');
    return person;
  }

  route(app, getDayPlan, async ({ query, user }) =>
    buildDay(dependencies, await personOf(query.person ?? user.id)),
  );

  route(app, postDayMove, async ({ body: { userId, key, to, version }, user }) => {
    const { today, rows, rest, moved } = await buildDay(dependencies, await personOf(userId));
    const item = [...rows, ...rest, ...moved].find((each) => each.key === key);
    if (item === undefined) throw notFound('This row');
    if (item.kind === 'task')
      throw unprocessable('key: a task cannot be moved. Change its due date.');
    const problem = to === null ? undefined : snoozeProblem(to, today);
    if (problem !== undefined) throw unprocessable(`to: ${problem}`);
    // A repeated request gets the same response as the first request.
    if (item.movedTo === to && item.planVersion === version + 1)
      return { key, movedTo: to, version: item.planVersion };
    const moveTo = { userId, key, to, version, changedBy: user.id, at: clock() };
    const next = await moveDayItem(foreground, moveTo);
    if (next === undefined) throw changedMeanwhile('This row');
    return { key, movedTo: to, version: next };
  });

  route(app, postDayOrder, async ({ body: { userId, keys }, user }) => {
    const { today, rows, rest } = await buildDay(dependencies, await personOf(userId));
    const present = new Set([...rows, ...rest].map(({ key }) => key));
    const presentKeys = [...new Set(keys)].filter((key) => present.has(key));
    await saveDayOrder(foreground, presentKeys, today, { userId, changedBy: user.id, at: clock() });
    return { keys: presentKeys };
  });
}
