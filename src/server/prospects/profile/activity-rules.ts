import { z } from 'zod';
import { countText, dollarsText, uncapitalize } from '#shared/core/words.ts';
import {
  prospectChangeSchema,
  prospectFactFields,
  prospectFactLabels,
} from '#shared/prospects/changes.ts';
import { taskStatuses } from '#shared/work/tasks.ts';

const factChangeSchema = z.object({
  action: z.literal('fact'),
  field: z.enum(prospectFactFields),
  value: z.string(),
});
const matchChangeSchema = z.object({ action: z.literal('matchNppes'), npi: z.string() });
const taskChangeSchema = z.discriminatedUnion('action', [
  z.object({ action: z.literal('addTask'), title: z.string() }),
  z.object({
    action: z.literal('closeTask'),
    title: z.string(),
    status: z.enum(taskStatuses).exclude(['open']),
  }),
]);
const conversionChangeSchema = z.object({
  action: z.literal('convert'),
  institutionName: z.string(),
  isNew: z.boolean(),
});
const conversionUndoSchema = z.object({
  action: z.literal('undoConversion'),
  institutionName: z.string(),
});
const mergeChangeSchema = z.object({
  action: z.enum(['merge', 'undoMerge']),
  /** Name of the merged prospect. */
  name: z.string(),
  /** Name of the prospect into which it was merged. */
  into: z.string(),
});
const dealChangeSchema = z.discriminatedUnion('action', [
  z.object({ action: z.literal('createDeal'), name: z.string() }),
  z.object({ action: z.literal('removeDeal') }),
]);
const savedChangeSchema = z.union([
  prospectChangeSchema,
  factChangeSchema,
  taskChangeSchema,
  conversionChangeSchema,
  conversionUndoSchema,
  matchChangeSchema,
  mergeChangeSchema,
  dealChangeSchema,
]);
const beforeSchema = z.object({
  stage: z.string().optional(),
  /** Number of open exit criteria of the stage that the prospect left. */
  openCriteria: z.int().optional(),
  /** Text of the ticked exit criterion. */
  criterion: z.string().optional(),
  territory: z.object({ name: z.string() }).nullish(),
});

/** Describes a saved change of a prospect as a sentence without its subject. */
export function describeProspectChange(
  saved: Record<string, unknown>,
  before: Record<string, unknown>,
  ownerName: string | null,
): string {
  const parsed = savedChangeSchema.safeParse(saved);
  if (!parsed.success) return 'Changed the prospect';
  const change = parsed.data;
  const { stage: from, openCriteria, criterion, territory } = beforeSchema.parse(before);
  const open =
    openCriteria === undefined
      ? ''
      : ` with ${countText(openCriteria, 'open criterion', 'open criteria')}`;
  switch (change.action) {
    case 'move': {
      const reason = change.lostReason === null ? '' : `: ${uncapitalize(change.lostReason)}`;
      return `Moved${from === undefined ? '' : ` from ${from}`} to ${change.stage}${reason}${open}`;
    }
    case 'assign':
      return change.ownerId === null
        ? 'Removed the owner'
        : `Assigned to ${ownerName ?? 'a former user'}`;
    case 'assignByTerritory':
      return `Assigned to ${ownerName ?? 'a former user'}${territory == null ? '' : ` as the owner of the territory ${territory.name}`}`;
    case 'setCriterion':
      return `${change.isMet ? 'Ticked' : 'Unticked'} “${criterion ?? 'a removed criterion'}”`;
    case 'setAmount':
      return change.monthlyAmount === null
        ? 'Removed the expected amount'
        : `Expected ${dollarsText(change.monthlyAmount)} a month`;
    case 'suppress':
      return `Marked as do not contact: ${change.reason}`;
    case 'liftSuppression':
      return `Allowed contact again: ${change.reason}`;
    case 'merge':
      return `Merged ${change.name} into ${change.into}`;
    case 'undoMerge':
      return `Undid the merge of ${change.name} into ${change.into}`;
    case 'addTask':
      return `Added the task “${change.title}”`;
    case 'closeTask':
      return `${change.status === 'done' ? 'Completed' : 'Canceled'} the task “${change.title}”`;
    case 'convert':
      return `Won: ${change.isNew ? 'created' : 'linked to'} the customer ${change.institutionName}${open}`;
    case 'undoConversion':
      return `Undid the conversion to the customer ${change.institutionName}`;
    case 'createDeal':
      return `Created the deal “${change.name}” in HubSpot`;
    case 'removeDeal':
      return 'Removed the link to the deal in HubSpot';
    case 'matchNppes':
      return `Took facts from NPPES record ${change.npi}`;
    case 'fact': {
      const label = prospectFactLabels[change.field];
      return change.value === ''
        ? `Removed the entered ${uncapitalize(label)}`
        : `Entered ${uncapitalize(label)}: ${change.value}`;
    }
  }
}
