import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/dependencies.ts';
import { requireInstitution } from '#server/institutions/existence.ts';
import { timelineRows } from '#server/institutions/timeline-queries.ts';
import { bigMovePoints } from '#server/institutions/timeline-rules.ts';
import { route } from '#server/route.ts';
import { addDays, dayIn, weekStartOf } from '#shared/dates.ts';
import { getHealthHistory } from '#shared/health-history.ts';
import { historyWeeks } from './history-queries.ts';
import { historyEvents } from './history-rules.ts';
import { provisionalScore } from './queries.ts';

/** More things than this have not happened with anyone in two years. */
const mostEvents = 1000;

export function historyRoutes(app: FastifyInstance, { database, clock, env }: Dependencies): void {
  const { requests } = database;

  route(app, getHealthHistory, async ({ params, query }) => {
    await requireInstitution(requests, params.id);
    const now = clock();
    const weeks = await historyWeeks(requests, params.id, query.weeks);
    const provisional = weeks.length === 0 ? null : await provisionalScore(requests, params.id);
    const thisWeek = weekStartOf(dayIn(env.BUSINESS_TIME_ZONE, now));
    const firstWeek = weeks[0]?.weekStartDate ?? addDays(thisWeek, -7 * query.weeks);
    const rows = await timelineRows(requests, {
      institutionId: params.id,
      kinds: ['note', 'task', 'risk', 'score', 'owner', 'milestone'],
      search: undefined,
      after: undefined,
      since: new Date(`${firstWeek}T00:00:00Z`),
      limit: mostEvents,
      timeZone: env.BUSINESS_TIME_ZONE,
      now,
      bigMove: bigMovePoints,
    });
    return {
      weeks,
      provisional: provisional && {
        asOfDay: provisional.asOfDay,
        adoptionScore: provisional.adoptionScore,
        healthTier: provisional.healthTier,
      },
      events: historyEvents(rows, firstWeek, env.BUSINESS_TIME_ZONE),
    };
  });
}
