import {
  type OnboardingState,
  onboardingStateLabels,
} from '#shared/institutions/onboarding-states.ts';
import { stateLooks } from './state-looks.ts';

/** State of a case as symbol, color and word. */
export function StateMark({ state }: { state: OnboardingState }) {
  return (
    <span style={{ color: stateLooks[state].text, whiteSpace: 'nowrap' }}>
      <span aria-hidden>{stateLooks[state].mark} </span>
      {onboardingStateLabels[state]}
    </span>
  );
}
