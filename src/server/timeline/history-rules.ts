import { addDays, type Day, dayIn, weekStartOf } from '#shared/core/dates.ts';
import { shortenToOneLine } from '#shared/core/words.ts';
import type { HealthHistoryEvent } from '#shared/timeline/history.ts';
import type { TimelineEntry } from '#shared/timeline/timeline.ts';
import type { TimelineRow } from './queries.ts';
import type { CombinedTimelineDeclarations } from './registry.ts';
import { toTimelineEntry } from './rules.ts';

/** Maximum number of characters of a note that are shown at its pin. */
const excerptLength = 120;

/**
 * Returns `true` for events that are pinned to the score history: tier changes, their possible
 * causes, and the team's actions.
 */
function isPinned({ kind, event, detail }: TimelineRow): boolean {
  if (kind === 'score') return detail.tierBefore !== null && detail.tier !== detail.tierBefore;
  if (kind === 'note') return event === 'added';
  if (kind === 'task') return event === 'done';
  if (kind === 'risk') return event === 'outcome' && detail.withdrawn !== true;
  return kind === 'owner' || kind === 'milestone';
}

function textOf({ kind, headline, body, actor }: TimelineEntry): string {
  const by = actor === null ? '' : ` (${actor.name})`;
  if (kind !== 'note') return `${headline}${by}`;
  return `Note${by}: ${shortenToOneLine(body ?? '', excerptLength)}`;
}

/**
 * Returns the pinned events from `firstWeek` on, oldest first. Weeks are computed in the business
 * time zone.
 */
export function selectPinnedEvents(
  rows: readonly TimelineRow[],
  firstWeek: Day,
  timeZone: string,
  declared: CombinedTimelineDeclarations['events'],
): HealthHistoryEvent[] {
  return rows
    .filter(isPinned)
    .map((row) => {
      const entry = toTimelineEntry(row, declared);
      const week = weekStartOf(dayIn(timeZone, new Date(entry.at)));
      // A score event is dated on the Sunday after the week of its score.
      const weekStartDate = entry.kind === 'score' ? addDays(week, -7) : week;
      return {
        id: entry.id,
        at: entry.at,
        kind: entry.kind,
        tone: entry.tone,
        weekStartDate,
        text: textOf(entry),
      };
    })
    .filter((event) => event.weekStartDate >= firstWeek)
    .reverse();
}
