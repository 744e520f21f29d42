import { unprocessable } from '#server/core/errors.ts';
import type { ProspectChange } from '#shared/prospects/changes.ts';
import type { LockedProspect, ProspectWorkUpdate } from './change-queries.ts';

/**
 * Returns the work on a prospect after a change. Throws a 422 error for a change that the prospect's
 * stage does not allow.
 */
export function applyProspectChange(
  { name, stage, ownerId, lostReason, monthlyCents }: LockedProspect,
  change: ProspectChange,
): ProspectWorkUpdate {
  const work = { stage, ownerId, lostReason, monthlyCents };
  switch (change.action) {
    case 'move':
      if (stage === 'Won')
        throw unprocessable(`${name} is a customer now, so its stage no longer changes.`);
      return { ...work, stage: change.stage, lostReason: change.lostReason };
    case 'assign':
      return { ...work, ownerId: change.ownerId };
    case 'setAmount':
      return {
        ...work,
        monthlyCents: change.monthlyAmount === null ? null : Math.round(change.monthlyAmount * 100),
      };
    case 'suppress':
    case 'liftSuppression':
      return work;
  }
}

/** Returns the values of a prospect before a change, for its history. */
export const valuesBefore = ({
  stage,
  ownerId,
  lostReason,
  monthlyCents,
  doNotContact,
}: LockedProspect): Record<string, unknown> => ({
  stage,
  ownerId,
  lostReason,
  monthlyCents,
  doNotContact,
});
