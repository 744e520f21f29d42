import { daysBetween } from '#shared/core/dates.ts';
import { radarRules } from '#shared/metrics/constants.ts';
import type { IncidentKind, IncidentStage } from '#shared/success-ops/radar/words.ts';
import type { Found } from './look.ts';

/** An incident that was told before and goes on, or may be the same again. */
export interface KnownIncident {
  incidentId: string;
  kind: IncidentKind;
  ehr: string | null;
  state: string | null;
  place: string | null;
  foundAt: Date;
  overAt: Date | null;
  /** Silent connections when it was dismissed; null where it is not. */
  dismissedSilent: number | null;
  /** Customers that were ever in it, and those of its locations that are silent still. */
  customers: ReadonlySet<number>;
  stillSilent: ReadonlySet<number>;
}

/** What becomes of the incidents after a look. */
export interface Outcome {
  opened: Found[];
  /** Found again; whether it has come back after it was dismissed. */
  goesOn: { incidentId: string; found: Found; comesBack: boolean }[];
  /** Not found again, but not over either. */
  stays: string[];
  over: string[];
}

/** What a look makes of the incidents that are known: one that goes on stays the one it is. */
export function outcomeOf(known: readonly KnownIncident[], found: readonly Found[], now: Date): Outcome {
  const left = new Set(known);
  const outcome: Outcome = { opened: [], goesOn: [], stays: [], over: [] };
  for (const one of found) {
    const same = sameIncident([...left], one);
    if (same === undefined) {
      outcome.opened.push(one);
      continue;
    }
    left.delete(same);
    outcome.goesOn.push({ incidentId: same.incidentId, found: one, comesBack: comesBack(same, one) });
  }
  // When all feeds are silent nothing can be said of some of them.
  const isAll = found.some(({ kind }) => kind === 'all');
  for (const one of left) {
    if (one.overAt !== null) continue;
    const isOver = one.kind === 'all' || (!isAll && !stillGoesOn(one, now));
    outcome[isOver ? 'over' : 'stays'].push(one.incidentId);
  }
  return outcome;
}

/** The one of the same group, or the one that shares most customers and at least half of the smaller of the two. */
function sameIncident(known: readonly KnownIncident[], found: Found): KnownIncident | undefined {
  const customers = new Set(found.locations.map(({ institutionId }) => institutionId));
  const shared = known
    .map((one) => ({ one, count: one.customers.intersection(customers).size }))
    .filter(({ one, count }) => isSameGroup(one, found) || (count > 0 && 2 * count >= Math.min(one.customers.size, customers.size)))
    .sort((a, b) => b.count - a.count);
  return shared[0]?.one;
}

const isSameGroup = (one: KnownIncident, found: Found): boolean =>
  one.kind === found.kind && one.ehr === found.ehr && one.state === found.state && one.place === (found.area?.place ?? null);

const comesBack = ({ dismissedSilent }: KnownIncident, { silent }: Found): boolean =>
  dismissedSilent !== null && silent >= radarRules.comesBack.times * dismissedSilent;

/** Whether most customers that an incident held are silent still, and it was found not too long ago. */
function stillGoesOn({ customers, stillSilent, foundAt }: KnownIncident, now: Date): boolean {
  const { share, days } = radarRules.goesOn;
  const isRecent = daysBetween(foundAt.toISOString().slice(0, 10), now.toISOString().slice(0, 10)) <= days;
  return isRecent && stillSilent.size > 0 && stillSilent.size >= share * customers.size;
}

interface Standing {
  grewAt: Date | null;
  overAt: Date | null;
  dismissedAt: Date | null;
}

const dayMs = 86_400_000;

/** Where an incident stands. It grows while the number of its silent connections has risen within a day. */
export function stageOf({ grewAt, overAt, dismissedAt }: Standing, now: Date): IncidentStage {
  if (overAt !== null) return 'Over';
  if (dismissedAt !== null) return 'Dismissed';
  return grewAt !== null && now.getTime() - grewAt.getTime() < dayMs ? 'Growing' : 'Open';
}
