import { type ActionItemPriority, actionItemPriorities } from '#shared/action-items/words.ts';
import { alertRuleParameters } from '#shared/alerts/constants.ts';
import { addDays, type Day, dayIn } from '#shared/core/dates.ts';
import { findInstantOnDay } from '#shared/work/working-time-rules.ts';

/** Customer for which a rule fires. */
export interface FiringCandidate {
  ruleId: string;
  institutionId: number;
  priority: ActionItemPriority;
  score: number | null;
  /** Id of the open action item to update; `null` to open a new item. */
  callId: string | null;
}

const byUrgency = (one: FiringCandidate, other: FiringCandidate): number =>
  actionItemPriorities.indexOf(one.priority) - actionItemPriorities.indexOf(other.priority) ||
  (one.score ?? Number.POSITIVE_INFINITY) - (other.score ?? Number.POSITIVE_INFINITY) ||
  one.institutionId - other.institutionId;

/**
 * Applies the daily limit for new action items per owner. Updates of open items are not limited.
 * Items are opened in order of priority and, within a priority, from the lowest score. All
 * customers without an owner share one limit. `openedToday` is the number of items already opened
 * today, by owner.
 */
export function limitItemsPerOwner<Each extends FiringCandidate>(
  candidates: readonly Each[],
  ownerOf: (institutionId: number) => string | null,
  openedToday: ReadonlyMap<string | null, number>,
): { fired: Each[]; heldBack: { person: string | null; calls: number }[] } {
  const opened = new Map(openedToday);
  const heldBack = new Map<string | null, number>();
  const fired = candidates.filter(({ callId }) => callId !== null);
  for (const candidate of candidates.filter(({ callId }) => callId === null).toSorted(byUrgency)) {
    const person = ownerOf(candidate.institutionId);
    const count = opened.get(person) ?? 0;
    if (count >= alertRuleParameters.perPersonAndDay) {
      heldBack.set(person, (heldBack.get(person) ?? 0) + 1);
      continue;
    }
    opened.set(person, count + 1);
    fired.push(candidate);
  }
  return { fired, heldBack: [...heldBack].map(([person, calls]) => ({ person, calls })) };
}

/**
 * Returns the time at which users are notified of an evaluation: at once during the day, otherwise
 * at the next 8 AM.
 */
export function computeNotificationTime(timeZone: string, ranAt: Date): Date {
  const at = (day: Day, hour: number) => findInstantOnDay(timeZone, day, hour * 60);
  const day = dayIn(timeZone, ranAt);
  const [from, until] = [
    at(day, alertRuleParameters.notifyFrom),
    at(day, alertRuleParameters.notifyUntil),
  ];
  if (ranAt < from) return from;
  return ranAt < until ? ranAt : at(addDays(day, 1), alertRuleParameters.notifyFrom);
}

/**
 * Returns `true` when a rule matches so many customers that most of its items would be false
 * alarms.
 */
export const isBroadRule = (matching: number, customers: number): boolean =>
  matching > customers * alertRuleParameters.broadShare;
