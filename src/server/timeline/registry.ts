import type { RawBuilder } from 'kysely';
import type { Room } from '#server/core/registry.ts';
import type { TimelineEntry } from '#shared/timeline/timeline.ts';

declare module '#server/core/registry.ts' {
  interface Room {
    timeline?: RoomTimeline;
  }
}

/**
 * Events of a room on an institution's timeline. The timeline itself has the events of the rooms
 * before it.
 */
export interface RoomTimeline {
  /** Texts of the room's events, by the event's name. A name belongs to one room. */
  events: Readonly<Record<string, TimelineText>>;
  /**
   * Queries of the entries that are read from the room's own tables. Events in `work_event` need
   * none.
   */
  entries?: TimelineEntries;
}

/** Returns the texts of an event. `detail` returns a value of the event as text, or `null`. */
export type TimelineText = (detail: (name: string) => string | null) => {
  headline: string;
  body?: string | null;
  tone?: TimelineEntry['tone'];
};

/**
 * Returns queries of an institution's entries. Each selects `id` (text), `at`, `kind`, `event`,
 * `actor_id`, `subject_id` (text), `version`, `edited_at`, `detail` (jsonb), `words` (tsvector or
 * `null`) and `text`, in this order.
 */
export type TimelineEntries = (scope: TimelineScope) => readonly RawBuilder<unknown>[];

interface TimelineScope {
  institutionId: number;
  /**
   * Returns the instant at which an hour of a day begins in the business time zone. `day` is an SQL
   * expression.
   */
  hourOf: (day: string, hour: number) => RawBuilder<Date>;
}

/** Events that the rooms declare, together. */
export interface DeclaredTimeline {
  events: ReadonlyMap<string, TimelineText>;
  entries: readonly TimelineEntries[];
}

export function declaredTimeline(rooms: readonly Room[]): DeclaredTimeline {
  const declared = rooms.flatMap(({ timeline = [] }) => timeline);
  return {
    events: new Map(declared.flatMap(({ events }) => Object.entries(events))),
    entries: declared.flatMap(({ entries = [] }) => entries),
  };
}
