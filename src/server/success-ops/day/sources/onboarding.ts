import { daysBetween } from '#shared/core/dates.ts';
import { onboardingPlan } from '#shared/institutions/onboarding-plan.ts';
import { checkpointsOf } from '#shared/onboarding/progress.ts';
import { lastWeeks } from './onboarding-queries.ts';
import type { DaySource } from './source.ts';

/** Days before and after a checkpoint in which it stands in the day. */
const nearDays = 3;

/** Cases that are stuck or have not started, and those whose checkpoint is in these days. */
export const onboardingSource: DaySource = async ({ dependencies, today, minutes, own, all, stakeOf }) => {
  const running = own.filter(({ onboardingState: state }) => state !== null && state !== 'paused').map((each) => each.institutionId);
  if (running.length === 0) return [];
  return (await lastWeeks(dependencies.database.foreground, running)).flatMap((week) => {
    const customer = all.get(week.institution_id);
    if (customer === undefined) return [];
    const day = week.day + daysBetween(week.week_end, today);
    const checkpoint = checkpointsOf(onboardingPlan).find((each) => Math.abs(each.day - day) <= nearDays);
    const state = customer.onboardingState;
    const isHeldUp = state === 'stuck' || state === 'not_started';
    if (checkpoint === undefined && !isHeldUp) return [];
    const score = week.score === null ? 'no score yet' : `score ${Math.round(week.score)}`;
    const why =
      checkpoint === undefined
        ? `Onboarding is ${state === 'stuck' ? 'stuck' : 'not started'} on day ${day}, ${score}, expected ${Math.round(week.expected)}`
        : `Onboarding day ${day}, ${score}: checkpoint of day ${checkpoint.day} asks for ${checkpoint.percent}`;
    return [
      {
        key: `onboarding:${week.institution_id}:${checkpoint?.day ?? 'held-up'}`,
        kind: 'onboarding' as const,
        institutionId: week.institution_id,
        institutionName: customer.institutionName,
        healthTier: customer.healthTier,
        urgency: checkpoint === undefined ? ('when_free' as const) : ('soon' as const),
        due: null,
        minutes: minutes.onboarding,
        value: stakeOf(week.institution_id),
        why,
        task: null,
        call: null,
        sla: null,
      },
    ];
  });
};
