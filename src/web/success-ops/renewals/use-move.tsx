import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ListedRenewal } from '#shared/success-ops/renewals/renewals.ts';
import { type OpenStage, openStages, stageWords } from '#shared/success-ops/renewals/words.ts';
import { useRenewalChange } from './data.ts';

const shownMilliseconds = 12_000;

/** Moves a card to another stage, and says so with the way back. */
export function useMove(): (row: ListedRenewal, stage: OpenStage) => void {
  const back = useRenewalChange();
  const move = useRenewalChange();
  return (row, stage) => {
    const before = openStages.find((each) => each === row.stage);
    if (before === undefined || before === stage) return;
    move.mutate(
      { row, change: { action: 'stage', stage } },
      {
        onSuccess: ({ version }) => {
          const id = `renewal-${row.dealId}-${version}`;
          notifications.show({
            id,
            title: `${row.institutionName}: ${stageWords[stage]}`,
            autoClose: shownMilliseconds,
            message: (
              <Button
                size="compact-sm"
                variant="light"
                onClick={() => {
                  notifications.hide(id);
                  back.mutate(
                    { row: { ...row, version }, change: { action: 'stage', stage: before } },
                    { onSuccess: () => notifications.show({ title: `Undone: ${row.institutionName}`, message: null }) },
                  );
                }}
              >
                Undo
              </Button>
            ),
          });
        },
      },
    );
  };
}
