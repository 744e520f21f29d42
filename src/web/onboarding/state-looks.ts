import type { OnboardingState } from '#shared/institutions/onboarding-states.ts';
import { tierStyles } from '#web/ui/tier/tiers.ts';

interface StateLook {
  /** Symbol of the state, shown next to the word and in charts. */
  mark: string;
  fill: string;
  /** CSS color of the state's word. */
  text: string;
}

const look = (tier: keyof typeof tierStyles, mark = tierStyles[tier].mark): StateLook => ({
  mark,
  fill: tierStyles[tier].fill,
  text: `var(--tier-${tier.toLowerCase()})`,
});

export const onboardingStateStyles: Record<OnboardingState, StateLook> = {
  on_track: look('Healthy'),
  behind: look('Medium'),
  far_behind: look('Critical'),
  stuck: look('Critical', '✕'),
  not_started: look('Critical', '○'),
  unscored: look('Unknown'),
  paused: look('Unknown', '‖'),
  not_live: look('Unknown', '◌'),
  graduated: look('Healthy', '★'),
  timed_out: look('Medium', '◷'),
  left: look('Unknown', '×'),
};
