import { daysBetween } from '#shared/core/dates.ts';
import { silentFeedDetectionRules } from '#shared/radar/constants.ts';
import type { IncidentKind, IncidentStage } from '#shared/radar/words.ts';
import type { DetectedIncident } from './detect.ts';

/** Stored incident that is active or may return. */
export interface KnownIncident {
  incidentId: string;
  kind: IncidentKind;
  ehr: string | null;
  state: string | null;
  place: string | null;
  foundAt: Date;
  overAt: Date | null;
  /**
   * Number of silent connections at the dismissal; `null` for an incident that is not dismissed.
   */
  dismissedSilent: number | null;
  /** Ids of all customers that were ever part of the incident. */
  customers: ReadonlySet<number>;
  stillSilent: ReadonlySet<number>;
}

/** Changes of incidents after a scan. */
export interface IncidentChanges {
  opened: DetectedIncident[];
  /**
   * Incidents that were detected again. `hasReturned` is `true` when a dismissed incident has grown
   * enough to reopen.
   */
  goesOn: { incidentId: string; found: DetectedIncident; hasReturned: boolean }[];
  /** Ids of incidents that were not detected again but have not ended. */
  stays: string[];
  over: string[];
}

/**
 * Matches detected incidents with stored incidents, so that an incident that continues keeps its
 * id.
 */
export function matchIncidents(
  known: readonly KnownIncident[],
  found: readonly DetectedIncident[],
  now: Date,
): IncidentChanges {
  const left = new Set(known);
  const outcome: IncidentChanges = { opened: [], goesOn: [], stays: [], over: [] };
  for (const one of found) {
    const same = sameIncident([...left], one);
    if (same === undefined) {
      outcome.opened.push(one);
      continue;
    }
    left.delete(same);
    outcome.goesOn.push({
      incidentId: same.incidentId,
      found: one,
      hasReturned: hasReturned(same, one),
    });
  }
  // When all connections are silent, the scan can't tell whether other incidents are over, so they
  // stay open.
  const isAll = found.some(({ kind }) => kind === 'all');
  for (const one of left) {
    if (one.overAt !== null) continue;
    const isOver = one.kind === 'all' || (!isAll && !isOngoing(one, now));
    outcome[isOver ? 'over' : 'stays'].push(one.incidentId);
  }
  return outcome;
}

/**
 * Returns the stored incident that continues as the detected incident; `undefined` without one. A
 * stored incident qualifies when both have the same group, or when they share at least half of the
 * customers of the smaller incident. Of several incidents, returns the incident that shares the
 * most customers.
 */
function sameIncident(
  known: readonly KnownIncident[],
  found: DetectedIncident,
): KnownIncident | undefined {
  const customers = new Set(found.locations.map(({ institutionId }) => institutionId));
  const shared = known
    .map((one) => ({ one, count: one.customers.intersection(customers).size }))
    .filter(
      ({ one, count }) =>
        isSameGroup(one, found) ||
        (count > 0 && 2 * count >= Math.min(one.customers.size, customers.size)),
    )
    .sort((a, b) => b.count - a.count);
  return shared[0]?.one;
}

const isSameGroup = (one: KnownIncident, found: DetectedIncident): boolean =>
  one.kind === found.kind &&
  one.ehr === found.ehr &&
  one.state === found.state &&
  one.place === (found.area?.place ?? null);

const hasReturned = ({ dismissedSilent }: KnownIncident, { silent }: DetectedIncident): boolean =>
  dismissedSilent !== null && silent >= silentFeedDetectionRules.comesBack.times * dismissedSilent;

/**
 * Returns `true` while enough customers of an incident are silent and the incident was detected
 * recently.
 */
function isOngoing({ customers, stillSilent, foundAt }: KnownIncident, now: Date): boolean {
  const { share, days } = silentFeedDetectionRules.goesOn;
  const isRecent =
    daysBetween(foundAt.toISOString().slice(0, 10), now.toISOString().slice(0, 10)) <= days;
  return isRecent && stillSilent.size > 0 && stillSilent.size >= share * customers.size;
}

interface IncidentDates {
  grewAt: Date | null;
  overAt: Date | null;
  dismissedAt: Date | null;
}

const dayMs = 86_400_000;

/**
 * Returns the stage of an incident. An incident is growing when its number of silent connections
 * has increased within the last day.
 */
export function incidentStage(
  { grewAt, overAt, dismissedAt }: IncidentDates,
  now: Date,
): IncidentStage {
  if (overAt !== null) return 'Over';
  if (dismissedAt !== null) return 'Dismissed';
  return grewAt !== null && now.getTime() - grewAt.getTime() < dayMs ? 'Growing' : 'Open';
}
