import { z } from 'zod';
import { type ProspectChange, prospectChangeSchema } from '#shared/prospects/changes.ts';
import { prospectLostReasons, selectableProspectStages } from '#shared/prospects/stages.ts';

const beforeMoveSchema = z.object({
  stage: z.enum(selectableProspectStages),
  lostReason: z.enum(prospectLostReasons).nullable(),
});

/** Returns the change that reverses a saved change of a call; `null` when it cannot be reversed. */
export function reverseCallChange({
  change: saved,
  before,
}: {
  change: Record<string, unknown>;
  before: Record<string, unknown>;
}): ProspectChange | null {
  const change = prospectChangeSchema.safeParse(saved).data;
  if (change?.action === 'suppress')
    return { action: 'liftSuppression', reason: 'The call was undone' };
  const former = beforeMoveSchema.safeParse(before).data;
  return change?.action === 'move' && former !== undefined ? { action: 'move', ...former } : null;
}
