import type { RawBuilder } from 'kysely';
import type { Room } from '#server/core/registry.ts';
import type { TimelineEntry } from '#shared/timeline/timeline.ts';

declare module '#server/core/registry.ts' {
  interface Room {
    timeline?: RoomTimeline;
  }
}

/**
 * Timeline events that a room declares. Events that are not declared by a room are handled by the
 * timeline itself.
 */
export interface RoomTimeline {
  /** Texts of the room's events by event name. Each name belongs to one room. */
  events: Readonly<Record<string, TimelineTextBuilder>>;
  /**
   * Queries of the entries that are read from the room's own tables. Events in `work_event` need no
   * query.
   */
  entries?: TimelineEntryQueryBuilder;
}

/**
 * Returns the texts of an event. `detail` returns a value of the event as text; `null` for a
 * missing value.
 */
export type TimelineTextBuilder = (detail: (name: string) => string | null) => {
  headline: string;
  body?: string | null;
  tone?: TimelineEntry['tone'];
  path?: TimelineEntry['path'];
};

/**
 * Returns the queries of an institution's entries. Each query selects `id` (text), `at`, `kind`,
 * `event`, `actor_id`, `subject_id` (text), `version`, `edited_at`, `detail` (jsonb), `words`
 * (tsvector or `null`) and `text`, in this order.
 */
export type TimelineEntryQueryBuilder = (scope: TimelineScope) => readonly RawBuilder<unknown>[];

interface TimelineScope {
  institutionId: number;
  /**
   * Returns SQL for the instant at which an hour of a day begins in the business time zone. `day`
   * is an SQL expression.
   */
  hourOf: (day: string, hour: number) => RawBuilder<Date>;
}

/** Timeline declarations of all rooms combined. */
export interface CombinedTimelineDeclarations {
  events: ReadonlyMap<string, TimelineTextBuilder>;
  entries: readonly TimelineEntryQueryBuilder[];
}

export function collectRoomTimelines(rooms: readonly Room[]): CombinedTimelineDeclarations {
  const declared = rooms.flatMap(({ timeline = [] }) => timeline);
  return {
    events: new Map(declared.flatMap(({ events }) => Object.entries(events))),
    entries: declared.flatMap(({ entries = [] }) => entries),
  };
}
