/** States of an onboarding case, most urgent first. */
export const onboardingStates = [
  'stuck',
  'far_behind',
  'behind',
  'not_started',
  'on_track',
  'unscored',
  'paused',
  'not_live',
  'graduated',
  'timed_out',
  'left',
] as const;
export type OnboardingState = (typeof onboardingStates)[number];

export const onboardingStateLabels: Record<OnboardingState, string> = {
  stuck: 'Stuck',
  far_behind: 'Far behind',
  behind: 'Behind',
  not_started: 'Not started',
  on_track: 'On track',
  unscored: 'No score yet',
  paused: 'Paused',
  not_live: 'Not live',
  graduated: 'Graduated',
  timed_out: 'Timed out',
  left: 'Left',
};

const endStates: readonly OnboardingState[] = ['graduated', 'timed_out', 'left'];
/** Returns `true` when onboarding has ended. */
export const isEndedState = (state: OnboardingState): boolean => endStates.includes(state);

/** Returns `true` for a live case that is in onboarding or paused. */
export const isRunningState = (state: OnboardingState): boolean =>
  !isEndedState(state) && state !== 'not_live';
