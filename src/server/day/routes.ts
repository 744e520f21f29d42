import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { changedMeanwhile, notFound, unprocessable } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { findPerson } from '#server/work/people-queries.ts';
import { getDayPlan, postDayMove, postDayOrder } from '#shared/day/day.ts';
import { snoozeProblem } from '#shared/work/rules.ts';
import { buildDay, type PersonDay } from './day.ts';
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

  route(app, postDayMove, async ({ body: { userId, items, to }, user }) => {
    const day = await buildDay(dependencies, await personOf(userId));
    const known = new Map(itemsOf(day).map((item) => [item.key, item]));
    const current = items.map(({ key, version }) => {
      const item = known.get(key);
      if (item === undefined) throw notFound('This row');
      if (item.kind === 'task')
        throw unprocessable('key: a task cannot be moved. Change its due date.');
      return { ...item, version };
    });
    const problem = to === null ? undefined : snoozeProblem(to, day.today);
    if (problem !== undefined) throw unprocessable(`to: ${problem}`);
    // A repeated request gets the same response as the first request.
    if (current.every((item) => item.movedTo === to && item.planVersion === item.version + 1))
      return { items: current.map(({ key, planVersion }) => ({ key, version: planVersion })) };
    const at = clock();
    return foreground.transaction().execute(async (transaction) => {
      const moved = [];
      for (const { key, version } of current) {
        const move = { userId, key, to, version, changedBy: user.id, at };
        const next = await moveDayItem(transaction, move);
        if (next === undefined) throw changedMeanwhile('This row');
        moved.push({ key, version: next });
      }
      return { items: moved };
    });
  });

  route(app, postDayOrder, async ({ body: { userId, keys }, user }) => {
    const { today, rows, rest } = await buildDay(dependencies, await personOf(userId));
    const present = new Set([...rows, ...rest].flatMap(({ items }) => items.map(({ key }) => key)));
    const presentKeys = [...new Set(keys)].filter((key) => present.has(key));
    await saveDayOrder(foreground, presentKeys, today, { userId, changedBy: user.id, at: clock() });
    return { keys: presentKeys };
  });
}

const itemsOf = ({ rows, rest, moved, lateFirstTouches }: PersonDay) =>
  [...rows, ...rest, ...moved, ...lateFirstTouches].flatMap(({ items }) => items);
