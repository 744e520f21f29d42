import { useQueryClient } from '@tanstack/react-query';
import { type ListedRenewal, postRenewalChange } from '#shared/renewals/renewals.ts';
import {
  type OpenRenewalStage,
  openRenewalStages,
  renewalStageLabels,
} from '#shared/renewals/words.ts';
import { call } from '#web/core/api.ts';
import { notifyUndoable } from '#web/ui/sending/notify-undoable.tsx';
import { refetchRenewalData, useChangeRenewal } from './data.ts';

/** Returns a function that moves a card to another stage and shows a notification with Undo. */
export function useMoveRenewal(): (row: ListedRenewal, stage: OpenRenewalStage) => void {
  const client = useQueryClient();
  const move = useChangeRenewal();
  return (row, stage) => {
    const { institutionId, institutionName, dealId } = row;
    const before = openRenewalStages.find((each) => each === row.stage);
    if (before === undefined || before === stage) return;
    const sayMoved = ({ version }: { version: number }) => {
      const changeId = crypto.randomUUID();
      notifyUndoable({
        id: changeId,
        title: `${institutionName}: ${renewalStageLabels[stage]}`,
        async undo() {
          try {
            await call(postRenewalChange, {
              body: {
                changeId,
                institutionId,
                dealId,
                version,
                change: { action: 'stage', stage: before },
              },
            });
          } finally {
            await refetchRenewalData(client, institutionId);
          }
          return null;
        },
      });
    };
    move.mutate({ row, change: { action: 'stage', stage } }, { onSuccess: sayMoved });
  };
}
