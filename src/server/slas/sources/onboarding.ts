import { dateOfOnboardingDay } from '#server/onboarding/case-rules.ts';
import { addDays, type Day, dayIn } from '#shared/core/dates.ts';
import { onboardingDaysAndTargets } from '#shared/institutions/onboarding-plan.ts';
import { countOnboardingDays, listOnboardingCheckpoints } from '#shared/onboarding/progress.ts';
import { earlyCheckInDays } from '#shared/slas/words.ts';
import { findInstantOnDay } from '#shared/work/working-time-rules.ts';
import {
  findFirstTouches,
  findRecentCases,
  type OnboardingCaseFacts,
} from './onboarding-queries.ts';
import type { SlaClockSource, SlaSourceInput, UnevaluatedClock } from './source.ts';

interface CheckIn {
  found: OnboardingCaseFacts;
  day: number;
  on: Day;
}

/**
 * Returns the check-in clocks, one for each onboarding checkpoint. A clock is paused while the
 * onboarding is paused and dropped when the onboarding ends.
 */
export const readOnboardingClocks: SlaClockSource = async (facts) => {
  const { queries, timeZone } = facts;
  const checkIns = (await findRecentCases(facts)).flatMap((found) => checkInsOf(found, facts));
  const from = checkIns.map(({ on }) =>
    findInstantOnDay(timeZone, addDays(on, -earlyCheckInDays), 0),
  );
  const touches = await findFirstTouches(
    queries,
    checkIns.map(({ found }, at) => ({
      institutionId: found.institutionId,
      from: from[at] ?? facts.now,
    })),
  );
  return checkIns
    .map((checkIn, at) => clockOf(checkIn, touches.get(at), facts))
    .filter(({ ended }) => ended === null || ended >= facts.since);
};

/** Returns the date of an onboarding day; `null` while a pause without an end delays it. */
function dayOf({ liveOn, pauses }: OnboardingCaseFacts, targetDay: number): Day | null {
  const open = pauses.find(({ until }) => until === null);
  if (open !== undefined && countOnboardingDays({ liveOn, pauses }, open.from) < targetDay)
    return null;
  return dateOfOnboardingDay(liveOn, pauses, targetDay);
}

/**
 * Returns the day on which the onboarding ends by graduation, by loss or after its last day.
 * Returns `null` while a pause without an end delays it.
 */
function endOf(found: OnboardingCaseFacts): Day | null {
  const lastDay = dayOf(found, onboardingDaysAndTargets.days + found.extensionDays);
  const ends = [lastDay && addDays(lastDay, 1), found.leftOn, found.graduatedOn]
    .filter((on) => on !== null)
    .toSorted();
  return ends[0] ?? null;
}

function checkInsOf(
  found: OnboardingCaseFacts,
  { today, since, timeZone, workedSince }: SlaSourceInput,
): CheckIn[] {
  const end = endOf(found);
  if (end !== null && end < dayIn(timeZone, since)) return [];
  return listOnboardingCheckpoints(onboardingDaysAndTargets).flatMap(({ day }) => {
    const on = dayOf(found, day);
    if (on === null) return [];
    const isDue =
      on <= today && (end === null || on < end) && findInstantOnDay(timeZone, on, 0) >= workedSince;
    return isDue ? [{ found, day, on }] : [];
  });
}

function clockOf(
  { found, day, on }: CheckIn,
  touched: { at: Date; what: string } | undefined,
  { today, timeZone }: SlaSourceInput,
): UnevaluatedClock {
  const began = findInstantOnDay(timeZone, on, 0);
  const end = endOf(found);
  const endAt = end !== null && end <= today ? findInstantOnDay(timeZone, end, 0) : null;
  const isTouched = touched !== undefined && (endAt === null || touched.at < endAt);
  const outcome = isTouched ? 'done' : endAt !== null ? 'dropped' : null;
  const later = (one: Date, other: Date) => (one > other ? one : other);
  return {
    key: `onboarding_check_in:${found.institutionId}:${day}`,
    kind: 'onboarding_check_in',
    institutionId: found.institutionId,
    institutionName: found.institutionName,
    subject: `Day ${day} check-in`,
    ticketId: null,
    priority: null,
    ownerName: null,
    assigneeId: null,
    began,
    ended: isTouched ? later(touched.at, began) : endAt,
    outcome,
    endedBy: isTouched ? touched.what : endAt === null ? null : 'Onboarding ended',
    pauses: found.pauses.map(({ from, until, reason }) => ({
      from: findInstantOnDay(timeZone, from, 0),
      until: until === null ? null : findInstantOnDay(timeZone, until, 0),
      reason: `Onboarding paused: ${reason}`,
    })),
  };
}
