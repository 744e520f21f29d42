import { useQueryClient } from '@tanstack/react-query';
import { onboardingColumns } from '#shared/onboarding/columns.ts';
import { onboardingTabs } from '#shared/onboarding/onboarding.ts';
import { isOnOnboardingTab } from '#shared/onboarding/rows.ts';
import type { AnswerRowProperties } from '#web/ui/list/row-actions.ts';
import { onboardingListQuery } from './data.ts';
import { useOnboardingActions } from './use-onboarding-actions.tsx';

/** Bulk actions on the onboarding cases in an answer of the assistant. */
export function AnswerOnboardingActions({ list, select, render }: AnswerRowProperties) {
  const client = useQueryClient();
  const { actions, dialog } = useOnboardingActions();
  const tab = onboardingTabs.find((each) => list === `onboarding-${each}`) ?? 'all';
  return render({
    actions,
    dialog,
    loadRows: async () => {
      const { rows } = await client.fetchQuery(onboardingListQuery);
      return select(
        rows.filter((row) => isOnOnboardingTab(row, tab)),
        onboardingColumns,
      );
    },
  });
}
