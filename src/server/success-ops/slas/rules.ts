import { addDays, type Day, dayIn } from '#shared/core/dates.ts';
import type { HealthTier, SizeTier } from '#shared/core/tiers.ts';
import type { SlaClock } from '#shared/success-ops/slas/clocks.ts';
import type { SlaPolicy } from '#shared/success-ops/slas/policies.ts';
import { clockTime, policyFor, type Span, statusOf } from '#shared/success-ops/slas/rules.ts';
import { pauseReasonWords } from '#shared/success-ops/slas/words.ts';
import { type WorkingCalendar, workingCalendar } from '#shared/work/working-calendar.ts';
import type { WorkingTime } from '#shared/work/working-time.ts';
import type { PauseRow } from './queries.ts';
import type { SourceClock } from './sources/source.ts';

interface Standing {
  ownerName: string | null;
  healthTier: HealthTier;
  sizeTier: SizeTier;
}

export interface ClockRules {
  now: Date;
  timeZone: string;
  /** Newest first, the last without a day: the version that held at an instant is the first that was made by then. */
  policies: readonly { version: number; policies: readonly SlaPolicy[]; madeAt: string | null }[];
  calendarAt: (instant: Date) => WorkingCalendar;
}

/** What held at an instant, of versions with the newest first. */
export function inForceAt<Version extends { madeAt: string | null }>(versions: readonly Version[], instant: Date): Version | undefined {
  const at = instant.toISOString();
  return versions.find(({ madeAt }) => madeAt === null || madeAt <= at);
}

/** As long after today as a clock's end is looked for. */
const daysAhead = 400;

/** For each instant the calendar of the working time that was set by then; each is reckoned once. */
export function calendars(
  versions: readonly { madeAt: string | null; settings: WorkingTime }[],
  first: Day,
  today: Day,
): ClockRules['calendarAt'] {
  const made = new Map<string | null, WorkingCalendar>();
  return (instant) => {
    const version = inForceAt(versions, instant);
    if (version === undefined) throw new Error('no working time holds at all times');
    const calendar = made.get(version.madeAt) ?? workingCalendar(version.settings, first, addDays(today, daysAhead));
    made.set(version.madeAt, calendar);
    return calendar;
  };
}

/**
 * A clock as it stands now; undefined where no policy is for it. The policy is that of the version that held when it began; the working
 * time is today's while it runs, and stays that of its end. `standing` is undefined for a customer that has left.
 */
export function listedClock(
  clock: SourceClock,
  pauses: readonly PauseRow[],
  standing: Standing | undefined,
  { now, timeZone, policies, calendarAt }: ClockRules,
): SlaClock | undefined {
  const version = inForceAt(policies, clock.began);
  const policy = version && policyFor(version.policies, { ...clock, sizeTier: standing?.sizeTier ?? null });
  if (version === undefined || policy === undefined) return undefined;
  const { began, ended, outcome } = clock;
  const all = [...clock.pauses, ...pauses].filter(({ from }) => from <= (ended ?? now));
  const time = clockTime({ began, ended, target: policy.target, pauses: all }, now, calendarAt(ended ?? now));
  const isPaused = ended === null && all.some(({ until }) => until === null || until > now);
  const status = statusOf({ outcome, isOver: time.isOver, isPaused });
  const isMissed = status === 'Overdue' || status === 'Breached';
  const decidedAt = isMissed ? (time.due ?? ended) : ended;
  return {
    key: clock.key,
    kind: clock.kind,
    institutionId: clock.institutionId,
    institutionName: clock.institutionName,
    healthTier: standing?.healthTier ?? null,
    subject: clock.subject,
    ticketId: clock.ticketId,
    ownerName: clock.ownerName ?? standing?.ownerName ?? null,
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

/** Of the pause that began last. */
function pauseFacts(ofSource: readonly (Span & { reason: string })[], ofPeople: readonly PauseRow[]) {
  const last = ofPeople.at(-1);
  const other = ofSource.at(-1);
  if (last !== undefined && (other === undefined || last.from >= other.from))
    return { pauseReason: pauseReasonWords[last.reason], pauseNote: last.note === '' ? null : last.note, pausedBy: last.by };
  return { pauseReason: other?.reason ?? null, pauseNote: null, pausedBy: null };
}
