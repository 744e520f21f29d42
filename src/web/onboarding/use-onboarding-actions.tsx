import { lazy, Suspense, useMemo, useState } from 'react';
import type { ListedOnboarding } from '#shared/onboarding/onboarding.ts';
import type { RowActionsWithDialog } from '#web/ui/list/row-actions.ts';
import { createOnboardingActions, type StartedOnboardingAction } from './onboarding-actions.tsx';

const ActionDialog = lazy(async () => ({
  default: (await import('./ActionDialog.tsx')).ActionDialog,
}));

/** Returns the actions on onboarding cases. `onDone` is called after a change is saved. */
export function useOnboardingActions(onDone?: () => void): RowActionsWithDialog<ListedOnboarding> {
  const [started, setStarted] = useState<StartedOnboardingAction>();
  const actions = useMemo(() => createOnboardingActions(setStarted), []);
  const dialog = (
    <Suspense>
      {started !== undefined && (
        <ActionDialog {...started} onClose={() => setStarted(undefined)} onDone={onDone} />
      )}
    </Suspense>
  );
  return { actions, dialog };
}
