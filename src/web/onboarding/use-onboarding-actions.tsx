import { lazy, Suspense, useMemo, useState } from 'react';
import type { ListedOnboarding } from '#shared/onboarding/onboarding.ts';
import type { RowActions } from '#web/ui/list/row-actions.ts';
import { onboardingActions, type StartedOnboardingAction } from './onboarding-actions.tsx';

const ActionDialog = lazy(async () => ({
  default: (await import('./ActionDialog.tsx')).ActionDialog,
}));

/** Returns the actions on onboarding cases. `onDone` is called after a change is saved. */
export function useOnboardingActions(onDone?: () => void): RowActions<ListedOnboarding> {
  const [started, setStarted] = useState<StartedOnboardingAction>();
  const actions = useMemo(() => onboardingActions(setStarted), []);
  const dialog = (
    <Suspense>
      {started !== undefined && (
        <ActionDialog {...started} onClose={() => setStarted(undefined)} onDone={onDone} />
      )}
    </Suspense>
  );
  return { actions, dialog };
}
