import { useQueryClient } from '@tanstack/react-query';
import { countText } from '#shared/core/words.ts';
import { postProspectChange } from '#shared/prospects/changes.ts';
import { isStepForward } from '#shared/prospects/exit-criteria.ts';
import type { ListedProspect } from '#shared/prospects/rows.ts';
import {
  type ProspectLostReason,
  prospectLostReasons,
  type SelectableProspectStage,
  selectableProspectStages,
} from '#shared/prospects/stages.ts';
import { call } from '#web/core/api.ts';
import { notifyUndoable } from '#web/ui/sending/notify-undoable.tsx';
import { refetchProspects } from '../data.ts';
import { prospectsText, useChangeProspects } from '../work-data.ts';

/** Returns a note about open exit criteria of prospects that move on; `null` without any. */
function openCriteriaNote(
  moved: readonly ListedProspect[],
  stage: SelectableProspectStage,
): string | null {
  const open = moved
    .filter((row) => isStepForward(row.stage, stage))
    .map(({ exitCriteria }) => (exitCriteria === null ? 0 : exitCriteria.of - exitCriteria.met))
    .filter((count) => count > 0);
  if (open.length === 0) return null;
  const criteria = countText(
    open.reduce((sum, count) => sum + count, 0),
    'open exit criterion',
    'open exit criteria',
  );
  return moved.length === 1
    ? `Moved with ${criteria}.`
    : `${countText(open.length, 'prospect')} moved with ${criteria}.`;
}

export type MoveProspects = (
  rows: readonly ListedProspect[],
  stage: SelectableProspectStage,
  lostReason: ProspectLostReason | null,
) => void;

/**
 * Returns a function that moves prospects to a stage. It offers Undo when all moved prospects had
 * the same stage and lost reason.
 */
export function useMoveProspects(): MoveProspects {
  const client = useQueryClient();
  const { mutate } = useChangeProspects();
  return (rows, stage, lostReason) => {
    const moved = rows.filter((row) => row.stage !== stage || row.lostReason !== lostReason);
    if (moved.length === 0) return;
    const stages = new Set(moved.map((row) => `${row.stage} ${row.lostReason}`));
    const [first] = moved;
    const before = selectableProspectStages.find((each) => each === first?.stage);
    const reasonBefore = prospectLostReasons.find((reason) => reason === first?.lostReason) ?? null;
    mutate(
      { rows: moved, change: { action: 'move', stage, lostReason } },
      {
        onSuccess: ({ prospects }) => {
          if (before === undefined || stages.size > 1) return;
          const changeId = crypto.randomUUID();
          notifyUndoable({
            id: changeId,
            title: `${prospectsText(moved)}: ${stage}`,
            note: openCriteriaNote(moved, stage),
            async undo() {
              try {
                await call(postProspectChange, {
                  body: {
                    changeId,
                    prospects,
                    change: { action: 'move', stage: before, lostReason: reasonBefore },
                  },
                });
              } finally {
                await refetchProspects(client);
              }
              return null;
            },
          });
        },
      },
    );
  };
}
