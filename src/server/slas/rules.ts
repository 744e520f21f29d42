import { addDays, type Day, dayIn } from '#shared/core/dates.ts';
import type { HealthTier, SizeTier } from '#shared/core/tiers.ts';
import type { SlaClock } from '#shared/slas/clocks.ts';
import type { SlaPolicy } from '#shared/slas/policies.ts';
import {
  computeClockTime,
  findMatchingPolicy,
  slaClockStatus,
  type TimeSpan,
} from '#shared/slas/rules.ts';
import { pauseReasonLabels } from '#shared/slas/words.ts';
import { createWorkingCalendar, type WorkingCalendar } from '#shared/work/working-calendar.ts';
import type { WorkingTime } from '#shared/work/working-time.ts';
import type { SlaPauseRow } from './queries.ts';
import type { UnevaluatedClock } from './sources/source.ts';

interface CustomerFacts {
  ownerName: string | null;
  healthTier: HealthTier;
  sizeTier: SizeTier;
}

export interface ClockContext {
  now: Date;
  timeZone: string;
  /**
   * Versions of the policies, newest first; the last element is the defaults. At any instant, the
   * newest version that had been saved until then is in effect.
   */
  policies: readonly { version: number; policies: readonly SlaPolicy[]; madeAt: string | null }[];
  calendarAt: (instant: Date) => WorkingCalendar;
}

/** Returns the version in effect at an instant. `versions` must be sorted newest first. */
export function versionInEffect<Version extends { madeAt: string | null }>(
  versions: readonly Version[],
  instant: Date,
): Version | undefined {
  const at = instant.toISOString();
  return versions.find(({ madeAt }) => madeAt === null || madeAt <= at);
}

/** Number of days after today up to which due times are computed. */
const daysAhead = 400;

/**
 * Returns a function from an instant to the working calendar in effect at that instant. Each
 * calendar is computed once.
 */
export function createCalendarLookup(
  versions: readonly { madeAt: string | null; settings: WorkingTime }[],
  first: Day,
  today: Day,
): ClockContext['calendarAt'] {
  const made = new Map<string | null, WorkingCalendar>();
  return (instant) => {
    const version = versionInEffect(versions, instant);
    if (version === undefined) throw new Error('No default working time found');
    const calendar =
      made.get(version.madeAt) ??
      createWorkingCalendar(version.settings, first, addDays(today, daysAhead));
    made.set(version.madeAt, calendar);
    return calendar;
  };
}

/**
 * Computes the current state of a clock; returns `undefined` when no policy applies. Uses the
 * policies in effect when the clock began. Uses the working time in effect when the clock ended or,
 * for a running clock, the current working time. `customer` is `undefined` for a lost customer.
 */
export function toListedClock(
  clock: UnevaluatedClock,
  pauses: readonly SlaPauseRow[],
  customer: CustomerFacts | undefined,
  { now, timeZone, policies, calendarAt }: ClockContext,
): SlaClock | undefined {
  const version = versionInEffect(policies, clock.began);
  const policy =
    version &&
    findMatchingPolicy(version.policies, { ...clock, sizeTier: customer?.sizeTier ?? null });
  if (version === undefined || policy === undefined) return undefined;
  const { began, ended, outcome } = clock;
  const all = [...clock.pauses, ...pauses].filter(({ from }) => from <= (ended ?? now));
  const time = computeClockTime(
    { began, ended, target: policy.target, pauses: all },
    now,
    calendarAt(ended ?? now),
  );
  const isPaused = ended === null && all.some(({ until }) => until === null || until > now);
  const status = slaClockStatus({ outcome, isOver: time.isOver, isPaused });
  const isMissed = status === 'Overdue' || status === 'Breached';
  const decidedAt = isMissed ? (time.due ?? ended) : ended;
  return {
    key: clock.key,
    kind: clock.kind,
    institutionId: clock.institutionId,
    institutionName: clock.institutionName,
    healthTier: customer?.healthTier ?? null,
    subject: clock.subject,
    ticketId: clock.ticketId,
    ownerName: clock.ownerName ?? customer?.ownerName ?? null,
    assigneeId: clock.assigneeId,
    policyId: policy.policyId,
    policyName: policy.name,
    policyVersion: version.version,
    status,
    beganAt: began.toISOString(),
    dueAt: time.due?.toISOString() ?? null,
    dueOn: time.due && dayIn(timeZone, time.due),
    endedAt: ended?.toISOString() ?? null,
    endedBy: clock.endedBy,
    decidedOn: decidedAt && dayIn(timeZone, decidedAt),
    leftMinutes: ended === null ? time.leftMinutes : null,
    usedMinutes: time.usedMinutes,
    pausedMinutes: time.pausedMinutes,
    ...pauseFacts(
      clock.pauses.filter((each) => all.includes(each)),
      pauses,
    ),
    isPaused,
  };
}

/** Returns the reason, the note and the user of the latest pause. */
function pauseFacts(
  sourcePauses: readonly (TimeSpan & { reason: string })[],
  userPauses: readonly SlaPauseRow[],
) {
  const last = userPauses.at(-1);
  const other = sourcePauses.at(-1);
  if (last !== undefined && (other === undefined || last.from >= other.from))
    return {
      pauseReason: pauseReasonLabels[last.reason],
      pauseNote: last.note === '' ? null : last.note,
      pausedBy: last.by,
    };
  return { pauseReason: other?.reason ?? null, pauseNote: null, pausedBy: null };
}
