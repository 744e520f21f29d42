import { z } from 'zod';
import { endpoint, idInUrlSchema, idSchema, versionSchema } from '#shared/core/endpoint.ts';
import { personSchema } from '#shared/core/person.ts';
import { prospectFactFields } from './changes.ts';
import { duplicateReasons } from './duplicates.ts';
import { type ProspectFact, prospectFactSchema } from './profile.ts';
import { activeProspectStages, type ProspectStage, prospectStages } from './stages.ts';

/** Prospect that remains after a merge, or the prospect that is merged into it. */
const sideSchema = z.enum(['kept', 'other']);
export type MergeSide = z.output<typeof sideSchema>;

const comparedProspectSchema = z.strictObject({
  prospectId: z.int(),
  /** Last part of the path of the prospect's page. */
  key: z.string(),
  name: z.string(),
  version: z.int(),
  addedOn: z.iso.date(),
  facts: z.array(prospectFactSchema),
  stage: z.enum(prospectStages),
  lostReason: z.string().nullable(),
  owner: personSchema.nullable(),
  /** Expected monthly amount in dollars; `null` until a user enters one. */
  monthlyAmount: z.number().nullable(),
  doNotContact: z.string().nullable(),
  /** Number of rows that a merge moves, by their noun, such as 'note'. */
  attached: z.record(z.string(), z.int()),
});
export type ComparedProspect = z.output<typeof comparedProspectSchema>;

export const getProspectPair = endpoint({
  method: 'GET',
  path: '/api/prospects/pairs/:one/:other',
  summary: 'Compare two prospects before a merge',
  params: z.strictObject({ one: idInUrlSchema, other: idInUrlSchema }),
  response: z.strictObject({
    one: comparedProspectSchema,
    other: comparedProspectSchema,
    /** Reasons why both can be the same practice. */
    reasons: z.array(z.enum(duplicateReasons)),
  }),
});
export type ProspectPair = z.output<typeof getProspectPair.response>;

const mergedProspectSchema = z.strictObject({ prospectId: idSchema, version: versionSchema });

export const prospectMergeSchema = z.strictObject({
  mergeId: z.uuid(),
  kept: mergedProspectSchema,
  other: mergedProspectSchema,
  /** Prospect from which each fact is taken; `kept` when omitted. */
  facts: z.partialRecord(z.enum(prospectFactFields), sideSchema),
  /** Prospect from which stage and lost reason, owner, and expected amount are taken. */
  work: z.strictObject({ stage: sideSchema, owner: sideSchema, monthlyAmount: sideSchema }),
});
export type ProspectMergeRequest = z.output<typeof prospectMergeSchema>;

/** The id makes a repeated request harmless. */
export const postProspectMerge = endpoint({
  method: 'POST',
  path: '/api/prospects/merges',
  summary: 'Merge a prospect into another; 409 when one changed after its `version`',
  body: prospectMergeSchema,
  response: z.strictObject({
    mergeId: z.uuid(),
    prospectId: z.int(),
    /** Last part of the path of the remaining prospect's page. */
    key: z.string(),
    name: z.string(),
  }),
});

export const postProspectMergeUndo = endpoint({
  method: 'POST',
  path: '/api/prospects/merges/:mergeId/undo',
  summary: 'Undo the newest merge of a prospect; a repeated request has no further effect',
  params: z.strictObject({ mergeId: z.uuid() }),
  body: z.strictObject({}),
  response: z.strictObject({
    /** Labels of values that changed after the merge and therefore stay. */
    retained: z.array(z.string()),
  }),
});

/**
 * Returns the side whose fact a merge takes by default: a known fact before an unknown one, an
 * entered one before an imported one, and a newer one before an older one. The remaining prospect
 * keeps its name unless only the other name was entered.
 */
export function defaultFactSide(kept: ProspectFact, other: ProspectFact): MergeSide {
  if (other.value === null) return 'kept';
  if (kept.value === null) return 'other';
  if (kept.isEntered !== other.isEntered) return kept.isEntered ? 'kept' : 'other';
  return kept.field !== 'name' && other.checkedOn > kept.checkedOn ? 'other' : 'kept';
}

type ComparedWork = Pick<ComparedProspect, 'stage' | 'owner' | 'monthlyAmount'>;

/** Rank of a stage: ended work, then active work from New to Proposal, then Won. */
function stageRank(stage: ProspectStage): number {
  if (stage === 'Won') return activeProspectStages.length;
  return prospectStages.indexOf(stage) < activeProspectStages.length
    ? prospectStages.indexOf(stage)
    : -1;
}

/**
 * Returns the sides from which a merge takes the work by default: the more advanced stage, and a
 * known owner or amount before an unknown one.
 */
export const defaultWorkSides = (
  kept: ComparedWork,
  other: ComparedWork,
): ProspectMergeRequest['work'] => ({
  stage: stageRank(other.stage) > stageRank(kept.stage) ? 'other' : 'kept',
  owner: kept.owner === null && other.owner !== null ? 'other' : 'kept',
  monthlyAmount: kept.monthlyAmount === null && other.monthlyAmount !== null ? 'other' : 'kept',
});

/**
 * Returns the prospect of a pair that remains by default: a won one, otherwise the one with more
 * notes and changes, otherwise the first.
 */
export function defaultRemaining(one: ComparedProspect, other: ComparedProspect): 'one' | 'other' {
  if ((one.stage === 'Won') !== (other.stage === 'Won'))
    return one.stage === 'Won' ? 'one' : 'other';
  const rowsOf = ({ attached }: ComparedProspect) =>
    Object.values(attached).reduce((sum, count) => sum + count, 0);
  return rowsOf(other) > rowsOf(one) ? 'other' : 'one';
}

/** Returns the reason why a prospect can’t be merged into another; `undefined` when it can. */
export function prospectMergeProblem(
  kept: { name: string; stage: ProspectStage },
  other: { name: string; stage: ProspectStage },
): string | undefined {
  if (other.stage !== 'Won') return undefined;
  return kept.stage === 'Won'
    ? `${kept.name} and ${other.name} are both customers now. Merge the customers instead.`
    : `${other.name} is a customer now. Keep it, and merge ${kept.name} into it.`;
}
