import { conflict, unprocessable } from '#server/core/errors.ts';
import type { ProspectChange } from '#shared/prospects/changes.ts';
import { countOpenCriteria } from '#shared/prospects/exit-criteria.ts';
import type { ExitCriteria, ExitCriterion, Territory } from '#shared/prospects/sales-settings.ts';
import type { ProspectStage } from '#shared/prospects/stages.ts';
import type { ClosingScore } from './closing-scores.ts';
import type { LockedProspect, ProspectWorkUpdate } from './queries.ts';

/** Facts on which a change depends besides the prospect. */
export interface ChangeContext {
  userId: string;
  at: Date;
  exitCriteria: ExitCriteria;
  /** Territory of the prospect's address; `null` when none covers it. */
  territory: Territory | null;
  /** Returns whether a user can be assigned work. */
  isEnabled: (userId: string) => boolean;
  /** Score of the prospect; `undefined` when it is not needed or unknown. */
  score: ClosingScore | undefined;
}

const findCriterion = (criteria: ExitCriteria, id: string): ExitCriterion | undefined =>
  Object.values(criteria)
    .flat()
    .find((criterion) => criterion.id === id);

/** Returns the error for a change id that was already used for another change. */
export const otherChangeSaved = () =>
  conflict(
    'An earlier version of this change was already saved, so this one wasn’t. Reload the page to see what was saved, then try again.',
  );

/**
 * Returns the work on a prospect after a change; `null` when the change does not apply to the
 * prospect. Throws a 422 error for a change that the prospect's stage does not allow.
 */
export function applyProspectChange(
  prospect: LockedProspect,
  change: ProspectChange,
  { userId, at, exitCriteria, territory, isEnabled }: ChangeContext,
): ProspectWorkUpdate | null {
  const { name, stage, ownerId, lostReason, monthlyCents, metCriteria } = prospect;
  const work = { stage, ownerId, lostReason, monthlyCents, metCriteria };
  switch (change.action) {
    case 'move':
      if (stage === 'Won')
        throw unprocessable(`${name} is a customer now, so its stage no longer changes.`);
      if (prospect.hasDealInProgress)
        throw unprocessable(`${name} has a deal in HubSpot. Move the deal there.`);
      return { ...work, stage: change.stage, lostReason: change.lostReason };
    case 'assign':
      return { ...work, ownerId: change.ownerId };
    case 'assignByTerritory': {
      const owner = territory?.ownerId ?? null;
      return owner === null || owner === ownerId || !isEnabled(owner)
        ? null
        : { ...work, ownerId: owner };
    }
    case 'setCriterion': {
      const { criterionId, isMet } = change;
      const { [criterionId]: tick, ...others } = metCriteria;
      if (!isMet) return { ...work, metCriteria: others };
      if (findCriterion(exitCriteria, criterionId) === undefined)
        throw unprocessable('criterionId: is not on an exit checklist. Reload the page.');
      return {
        ...work,
        metCriteria: { ...others, [criterionId]: tick ?? { userId, at: at.toISOString() } },
      };
    }
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

/**
 * Returns the number of unmet exit criteria of a move, for the history; nothing when all were met.
 */
export function openCriteriaBefore(
  { stage, metCriteria }: Pick<LockedProspect, 'stage' | 'metCriteria'>,
  to: ProspectStage,
  exitCriteria: ExitCriteria,
): { openCriteria?: number } {
  const metIds = Object.keys(metCriteria);
  const openCriteria = countOpenCriteria(exitCriteria, { from: stage, to, metIds });
  return openCriteria > 0 ? { openCriteria } : {};
}

/** Returns the values of a prospect before a change, for its history. */
export function valuesBefore(
  {
    stage,
    stageSince,
    ownerId,
    lostReason,
    monthlyCents,
    metCriteria,
    doNotContact,
  }: LockedProspect,
  change: ProspectChange,
  { exitCriteria, territory, score }: ChangeContext,
): Record<string, unknown> {
  const values = { stage, ownerId, lostReason, monthlyCents, doNotContact };
  switch (change.action) {
    case 'move':
      return {
        ...values,
        stageSince: stageSince.toISOString(),
        ...openCriteriaBefore({ stage, metCriteria }, change.stage, exitCriteria),
        ...(change.stage === 'Lost' && score),
      };
    case 'assignByTerritory':
      return {
        ...values,
        territory: territory && { name: territory.name, ownerId: territory.ownerId },
      };
    case 'setCriterion': {
      const criterion = findCriterion(exitCriteria, change.criterionId)?.text;
      return { ...values, ...(criterion !== undefined && { criterion }) };
    }
    default:
      return values;
  }
}
