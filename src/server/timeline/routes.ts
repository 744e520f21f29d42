import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Dependencies } from '#server/core/dependencies.ts';
import { route } from '#server/core/http/route.ts';
import { requireInstitution } from '#server/institutions/existence.ts';
import { decodeCursor, encodeCursor } from '#server/list/paging.ts';
import { textSchema } from '#shared/core/endpoint.ts';
import { getTimeline, timelineKinds } from '#shared/timeline/timeline.ts';
import { findTimelineRows } from './queries.ts';
import { collectRoomTimelines } from './registry.ts';
import { largeScoreChangeThreshold, toTimelineEntry } from './rules.ts';

const placeSchema = z.tuple([z.int(), textSchema]).transform(([micros, id]) => ({ micros, id }));

export function timelineRoutes(app: FastifyInstance, { database, clock, env }: Dependencies): void {
  const declared = collectRoomTimelines(app.rooms);

  route(app, getTimeline, async ({ params, query }) => {
    const after = decodeCursor(query.after, placeSchema);
    await requireInstitution(database.foreground, params.id);
    const search = query.search?.trim();
    const rows = await findTimelineRows(database.foreground, {
      institutionId: params.id,
      kinds: query.kinds ?? timelineKinds,
      search: search === '' ? undefined : search,
      after,
      limit: query.limit + 1,
      timeZone: env.BUSINESS_TIME_ZONE,
      now: clock(),
      largeChange: largeScoreChangeThreshold,
      declared: declared.entries,
    });
    const page = rows.slice(0, query.limit);
    const last = rows.length > query.limit ? page.at(-1) : undefined;
    return {
      rows: page.map((row) => toTimelineEntry(row, declared.events)),
      next: last === undefined ? null : encodeCursor([last.micros, last.id]),
    };
  });
}
