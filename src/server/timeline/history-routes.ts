import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { route } from '#server/core/http/route.ts';
import { findProvisionalScore } from '#server/health/queries.ts';
import { requireInstitution } from '#server/institutions/existence.ts';
import { addDays, dayIn, weekStartOf } from '#shared/core/dates.ts';
import { getHealthHistory } from '#shared/timeline/history.ts';
import { findScoredHistoryWeeks } from './history-queries.ts';
import { selectPinnedEvents } from './history-rules.ts';
import { findTimelineRows } from './queries.ts';
import { collectRoomTimelines } from './registry.ts';
import { largeScoreChangeThreshold } from './rules.ts';

/** Maximum number of events in a score history. No customer has as many events in two years. */
const maxEvents = 1000;

export function historyRoutes(app: FastifyInstance, { database, clock, env }: Dependencies): void {
  const { foreground } = database;
  const declared = collectRoomTimelines(app.rooms);

  route(app, getHealthHistory, async ({ params, query }) => {
    await requireInstitution(foreground, params.id);
    const now = clock();
    const weeks = await findScoredHistoryWeeks(foreground, params.id, query.weeks);
    const provisional =
      weeks.length === 0 ? null : await findProvisionalScore(foreground, params.id);
    const thisWeek = weekStartOf(dayIn(env.BUSINESS_TIME_ZONE, now));
    const firstWeek = weeks[0]?.weekStartDate ?? addDays(thisWeek, -7 * query.weeks);
    const rows = await findTimelineRows(foreground, {
      institutionId: params.id,
      kinds: ['note', 'task', 'risk', 'score', 'owner', 'milestone'],
      search: undefined,
      after: undefined,
      since: new Date(`${firstWeek}T00:00:00Z`),
      limit: maxEvents,
      timeZone: env.BUSINESS_TIME_ZONE,
      now,
      largeChange: largeScoreChangeThreshold,
      declared: declared.entries,
    });
    return {
      weeks,
      provisional: provisional && {
        asOfDay: provisional.asOfDay,
        adoptionScore: provisional.adoptionScore,
        healthTier: provisional.healthTier,
      },
      events: selectPinnedEvents(rows, firstWeek, env.BUSINESS_TIME_ZONE, declared.events),
    };
  });
}
