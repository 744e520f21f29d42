import { daysBetween } from '#shared/core/dates.ts';
import { scoreText } from '#shared/core/score-text.ts';
import { onboardingDaysAndTargets } from '#shared/institutions/onboarding-plan.ts';
import { isEndedState } from '#shared/institutions/onboarding-states.ts';
import { listOnboardingCheckpoints } from '#shared/onboarding/progress.ts';
import { findLatestOnboardingScores } from './onboarding-queries.ts';
import type { DaySource } from './source.ts';

/** Number of days before and after a checkpoint on which an onboarding case is listed. */
const checkpointWindowDays = 3;

/** Returns the onboarding cases that are stuck, not started, or near a checkpoint. */
export const onboardingSource: DaySource = async ({
  dependencies,
  today,
  minutes,
  own,
  all,
  stakeOf,
}) => {
  const running = own
    .filter(
      ({ onboardingState: state }) => state !== null && state !== 'paused' && !isEndedState(state),
    )
    .map((each) => each.institutionId);
  if (running.length === 0) return [];
  return (await findLatestOnboardingScores(dependencies.database.foreground, running)).flatMap(
    (week) => {
      const customer = all.get(week.institution_id);
      if (customer === undefined) return [];
      const day = week.day + daysBetween(week.week_end, today);
      const checkpoint = listOnboardingCheckpoints(onboardingDaysAndTargets).find(
        (each) => Math.abs(each.day - day) <= checkpointWindowDays,
      );
      const state = customer.onboardingState;
      const isBlocked = state === 'stuck' || state === 'not_started';
      if (checkpoint === undefined && !isBlocked) return [];
      const score = week.score === null ? 'no score yet' : `score ${scoreText(week.score)}`;
      const why =
        checkpoint === undefined
          ? `Onboarding is ${state === 'stuck' ? 'stuck' : 'not started'} on day ${day}, ${score}, expected ${Math.round(week.expected)}%`
          : `Onboarding day ${day}, ${score}: the target for day ${checkpoint.day} is ${checkpoint.percent}%`;
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
    },
  );
};
