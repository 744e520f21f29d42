import { countText, dollarsText, uncapitalize } from '#shared/core/words.ts';
import { type ProspectFactField, prospectFactFields } from '#shared/prospects/changes.ts';
import {
  type ComparedProspect,
  defaultFactSide,
  defaultRemaining,
  defaultWorkSides,
  type MergeSide,
  type ProspectMergeRequest,
  type ProspectPair,
} from '#shared/prospects/merge.ts';
import type { ProspectFact } from '#shared/prospects/profile.ts';

/** One of the two prospects: `one` is shown on the left, `other` on the right. */
export type PairSide = 'one' | 'other';
export const pairSides = ['one', 'other'] as const satisfies readonly PairSide[];

export type WorkField = keyof ProspectMergeRequest['work'];
export const workLabels: Readonly<Record<WorkField, string>> = {
  stage: 'Stage',
  owner: 'Owner',
  monthlyAmount: 'Expected monthly amount',
};
export const workFields = Object.keys(workLabels) as WorkField[];

/** Choices of the user. Fields without a choice have the default. */
export interface MergeChoices {
  kept?: PairSide;
  facts: Partial<Record<ProspectFactField, PairSide>>;
  work: Partial<Record<WorkField, PairSide>>;
}

/** Values of both prospects with the side that the merge takes. */
export interface MergePlan {
  kept: PairSide;
  merged: PairSide;
  facts: { field: ProspectFactField; values: Record<PairSide, ProspectFact>; side: PairSide }[];
  work: Record<WorkField, PairSide>;
  /** `true` when the stage cannot be chosen, because a won prospect keeps its stage. */
  isStageFixed: boolean;
}

const otherSide = (side: PairSide): PairSide => (side === 'one' ? 'other' : 'one');

/** Returns the values that a merge takes by the choices of the user, and by default without one. */
export function planMerge(pair: ProspectPair, choices: MergeChoices): MergePlan {
  const kept = choices.kept ?? defaultRemaining(pair.one, pair.other);
  const merged = otherSide(kept);
  const sideOf = (side: MergeSide): PairSide => (side === 'kept' ? kept : merged);
  const factOf = (side: PairSide, field: ProspectFactField) =>
    pair[side].facts.find((fact) => fact.field === field);
  const facts = prospectFactFields.flatMap((field) => {
    const [one, other] = [factOf('one', field), factOf('other', field)];
    if (one === undefined || other === undefined) return [];
    const values = { one, other };
    const side = choices.facts[field] ?? sideOf(defaultFactSide(values[kept], values[merged]));
    return [{ field, values, side }];
  });
  const byDefault = defaultWorkSides(pair[kept], pair[merged]);
  const isStageFixed = pair[kept].stage === 'Won';
  return {
    ...{ kept, merged, facts, isStageFixed },
    work: {
      stage: isStageFixed ? kept : (choices.work.stage ?? sideOf(byDefault.stage)),
      owner: choices.work.owner ?? sideOf(byDefault.owner),
      monthlyAmount: choices.work.monthlyAmount ?? sideOf(byDefault.monthlyAmount),
    },
  };
}

export function toMergeContent(
  pair: ProspectPair,
  { kept, merged, facts, work }: MergePlan,
): Omit<ProspectMergeRequest, 'mergeId'> {
  const sideOf = (side: PairSide): MergeSide => (side === kept ? 'kept' : 'other');
  const { one, other } = pair;
  const versionOf = (side: PairSide) => {
    const { prospectId, version } = side === 'one' ? one : other;
    return { prospectId, version };
  };
  return {
    kept: versionOf(kept),
    other: versionOf(merged),
    facts: Object.fromEntries(facts.map(({ field, side }) => [field, sideOf(side)])),
    work: {
      stage: sideOf(work.stage),
      owner: sideOf(work.owner),
      monthlyAmount: sideOf(work.monthlyAmount),
    },
  };
}

/** Returns the value of a prospect's work in words; `null` when it is unknown. */
export function workText(
  { stage, lostReason, owner, monthlyAmount }: ComparedProspect,
  field: WorkField,
): string | null {
  switch (field) {
    case 'stage':
      return lostReason === null ? stage : `${stage}: ${uncapitalize(lostReason)}`;
    case 'owner':
      return owner?.name ?? null;
    case 'monthlyAmount':
      return monthlyAmount === null ? null : dollarsText(monthlyAmount);
  }
}

/** Returns the rows that a merge moves in words, such as '3 notes, 1 task'; '' without any. */
export const attachedText = ({ attached }: ComparedProspect): string =>
  Object.entries(attached)
    .filter(([, count]) => count > 0)
    .map(([noun, count]) => countText(count, noun))
    .join(', ');
