import {
  type OnboardingState,
  onboardingStateLabels,
} from '#shared/institutions/onboarding-states.ts';
import { onboardingStateStyles } from './state-looks.ts';

/** State of a case as symbol, color and word. */
export function OnboardingStateLabel({ state }: { state: OnboardingState }) {
  return (
    <span style={{ color: onboardingStateStyles[state].text, whiteSpace: 'nowrap' }}>
      <span aria-hidden>{onboardingStateStyles[state].mark} </span>
      {onboardingStateLabels[state]}
    </span>
  );
}
