import { lazy, Suspense } from 'react';
import type { Answer } from '#shared/assistant/assistant.ts';

const ActionItemActions = lazy(async () => ({
  default: (await import('./ActionItemActions.tsx')).ActionItemActions,
}));
const ClockActions = lazy(async () => ({
  default: (await import('./ClockActions.tsx')).ClockActions,
}));
const OnboardingActions = lazy(async () => ({
  default: (await import('./OnboardingActions.tsx')).OnboardingActions,
}));
const RunActions = lazy(async () => ({
  default: (await import('./RunActions.tsx')).RunActions,
}));
const VerdictActions = lazy(async () => ({
  default: (await import('./VerdictActions.tsx')).VerdictActions,
}));

/** Bulk actions that the page of an answer's list has, besides those for its customers. */
export const ListActions = ({ answer }: { answer: Answer }) => (
  <Suspense>{actionsOf(answer)}</Suspense>
);

function actionsOf(answer: Answer) {
  switch (answer.plan.list) {
    case 'action-items':
      return <ActionItemActions answer={answer} />;
    case 'playbook-runs':
      return <RunActions answer={answer} />;
    case 'sla-clocks':
      return <ClockActions answer={answer} />;
    case 'onboarding-current':
      return <OnboardingActions answer={answer} tab="current" />;
    case 'onboarding-ended':
      return <OnboardingActions answer={answer} tab="ended" />;
    case 'onboarding-all':
      return <OnboardingActions answer={answer} tab="all" />;
    case 'predictions-open':
    case 'predictions-accepted':
    case 'predictions-snoozed':
    case 'predictions-rejected':
      return <VerdictActions answer={answer} />;
    default:
      return null;
  }
}
