import { addDays, type Day, dayIn } from '#shared/core/dates.ts';
import { alertRules } from '#shared/metrics/constants.ts';
import { type CallPriority, callPriorities } from '#shared/success-ops/calls/words.ts';
import { instantAt } from '#shared/work/working-time-rules.ts';

/** A customer for which a rule is to fire. */
export interface Candidate {
  ruleId: string;
  institutionId: number;
  priority: CallPriority;
  score: number | null;
  /** The open call that it updates; null where it opens one. */
  callId: string | null;
}

const byUrgency = (one: Candidate, other: Candidate): number =>
  callPriorities.indexOf(one.priority) - callPriorities.indexOf(other.priority) ||
  (one.score ?? Number.POSITIVE_INFINITY) - (other.score ?? Number.POSITIVE_INFINITY) ||
  one.institutionId - other.institutionId;

/**
 * Whom the rules fire for today: every open call that is to be updated, and new calls up to the cap a person and day, the most urgent
 * first and then the lowest scores. Customers without an owner share one cap. `openedToday` has the new calls of the day so far.
 */
export function withinCap<Each extends Candidate>(
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
    if (count >= alertRules.perPersonAndDay) {
      heldBack.set(person, (heldBack.get(person) ?? 0) + 1);
      continue;
    }
    opened.set(person, count + 1);
    fired.push(candidate);
  }
  return { fired, heldBack: [...heldBack].map(([person, calls]) => ({ person, calls })) };
}

/** When people are told of what rules brought at an instant: at once by day, otherwise at 08:00 after it. */
export function toldAt(timeZone: string, ranAt: Date): Date {
  const at = (day: Day, hour: number) => instantAt(timeZone, day, hour * 60);
  const day = dayIn(timeZone, ranAt);
  const [from, until] = [at(day, alertRules.notifyFrom), at(day, alertRules.notifyUntil)];
  if (ranAt < from) return from;
  return ranAt < until ? ranAt : at(addDays(day, 1), alertRules.notifyFrom);
}

/** A rule that matches so many of the customers is noise by design. */
export const isBroad = (matching: number, customers: number): boolean => matching > customers * alertRules.broadShare;
