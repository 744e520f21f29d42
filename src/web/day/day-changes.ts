import type { Day } from '#shared/core/dates.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import type { DayRow, getDayPlan, PlannedItem } from '#shared/day/day.ts';
import { groupByCustomer, isFinishedByOutcome, isHiddenBySnooze } from '#shared/day/rules.ts';
import type { WorkChange } from '#web/work/optimistic.ts';

export type DayPlan = ResponseOf<typeof getDayPlan>;

declare module '#web/work/optimistic.ts' {
  interface WorkChanges {
    /** Items of a day that are moved to another day or back to today, by their keys. */
    dayMove: { keys: readonly string[]; to: Day | null };
    /** Items of a day that are finished, by their keys. */
    dayFinish: { keys: readonly string[] };
    dayOrder: { keys: readonly string[] };
  }
}

const lists = ['rows', 'rest', 'moved', 'lateFirstTouches'] as const;

/** Returns a row without some of its items; none when no item is left. */
function keepItems(row: DayRow, keeps: (item: PlannedItem) => boolean): DayRow[] {
  const kept = row.items.filter(keeps);
  if (kept.length === row.items.length) return [row];
  return groupByCustomer(kept).map((changed) => ({ ...changed, key: row.key }));
}

function keepItemsOfDay(day: DayPlan, keeps: (item: PlannedItem) => boolean): DayPlan {
  const after = lists.map((list) => day[list].flatMap((row) => keepItems(row, keeps)));
  const isSame = lists.every((list, at) => {
    const [rows, before] = [after[at] ?? [], day[list]];
    return rows.length === before.length && rows.every((row, place) => row === before[place]);
  });
  if (isSame) return day;
  const [rows = [], rest = [], moved = [], lateFirstTouches = []] = after;
  return { ...day, rows, rest, moved, lateFirstTouches };
}

const removeWhere = (day: DayPlan, isGone: (item: PlannedItem) => boolean): DayPlan =>
  keepItemsOfDay(day, (item) => !isGone(item));

function moveItems(day: DayPlan, keys: ReadonlySet<string>, to: Day | null): DayPlan {
  const items = lists
    .flatMap((list) => day[list].flatMap((row) => row.items))
    .filter(({ key }) => keys.has(key))
    .map((item) => ({ ...item, movedTo: to }));
  const without = removeWhere(day, ({ key }) => keys.has(key));
  const rows = groupByCustomer(items);
  return to === null
    ? { ...without, rows: [...without.rows, ...rows] }
    : { ...without, moved: [...without.moved, ...rows] };
}

/** Returns a day with a change that the server has not saved yet. */
export function showInDay(day: DayPlan, change: WorkChange): DayPlan {
  switch (change.kind) {
    case 'snooze':
    case 'outcome': {
      const ids = new Set<number | null>(change.institutionIds);
      const isGone = change.kind === 'snooze' ? isHiddenBySnooze : isFinishedByOutcome;
      return removeWhere(day, (item) => ids.has(item.institutionId) && isGone(item));
    }
    case 'assign': {
      const ids = new Set<number | null>(change.institutionIds);
      if (change.assignee === null || change.assignee.id === day.person.id) return day;
      return removeWhere(
        day,
        ({ institutionId, kind, sla }) =>
          ids.has(institutionId) && (kind === 'risk' || sla?.kind === 'first_touch'),
      );
    }
    case 'task': {
      const { status = 'open', snoozedUntil = null, dueOn = null } = change.changes;
      const isLater = (until: Day | null) => until !== null && until > day.today;
      if (status === 'open' && !isLater(snoozedUntil) && !isLater(dueOn)) return day;
      return removeWhere(day, ({ task }) => task?.taskId === change.taskId);
    }
    case 'actionItems':
      return removeWhere(day, ({ call }) => call !== null && change.callIds.has(call.callId));
    case 'dayFinish': {
      const keys = new Set(change.keys);
      return removeWhere(day, ({ key }) => keys.has(key));
    }
    case 'dayMove':
      return moveItems(day, new Set(change.keys), change.to);
    case 'dayOrder': {
      const places = new Map(change.keys.map((key, place) => [key, place]));
      const placeOf = ({ items }: DayRow) =>
        Math.min(...items.map(({ key }) => places.get(key) ?? Number.POSITIVE_INFINITY));
      return { ...day, rows: day.rows.toSorted((one, other) => placeOf(one) - placeOf(other)) };
    }
  }
}
