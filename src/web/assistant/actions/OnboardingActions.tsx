import { useQueryClient } from '@tanstack/react-query';
import type { Answer } from '#shared/assistant/assistant.ts';
import { onboardingColumns } from '#shared/onboarding/columns.ts';
import type { OnboardingTab } from '#shared/onboarding/onboarding.ts';
import { isOnOnboardingTab } from '#shared/onboarding/rows.ts';
import { onboardingListQuery } from '#web/onboarding/data.ts';
import { useOnboardingActions } from '#web/onboarding/use-onboarding-actions.tsx';
import { RowActionButtons } from './RowActionButtons.tsx';

/** Bulk actions on the onboarding cases of an answer. */
export function OnboardingActions({ answer, tab }: { answer: Answer; tab: OnboardingTab }) {
  const client = useQueryClient();
  return (
    <RowActionButtons
      answer={answer}
      columns={onboardingColumns}
      load={async () => {
        const { rows } = await client.fetchQuery(onboardingListQuery);
        return rows.filter((row) => isOnOnboardingTab(row, tab));
      }}
      {...useOnboardingActions()}
    />
  );
}
