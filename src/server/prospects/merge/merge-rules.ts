import { isDeepStrictEqual } from 'node:util';
import type { ProspectMergeRequest } from '#shared/prospects/merge.ts';
import type { MergedWork, TakenValues } from './merge-queries.ts';

/**
 * Returns the work on the remaining prospect. A won prospect keeps its stage, and the met exit
 * criteria of both count.
 */
export function mergeWork(
  kept: MergedWork,
  other: MergedWork,
  sides: ProspectMergeRequest['work'],
): MergedWork {
  const staged = sides.stage === 'other' && kept.stage !== 'Won' ? other : kept;
  return {
    stage: staged.stage,
    stage_since: staged.stage_since,
    lost_reason: staged.lost_reason,
    owner_id: (sides.owner === 'other' ? other : kept).owner_id,
    monthly_cents: (sides.monthlyAmount === 'other' ? other : kept).monthly_cents,
    met_criteria: { ...other.met_criteria, ...kept.met_criteria },
  };
}

/**
 * Returns the values that the remaining prospect takes from the merged one: those that it does not
 * know, and the coordinates when it takes the address.
 */
export function takeValues(
  kept: TakenValues,
  other: TakenValues,
  takesAddress: boolean,
): TakenValues {
  const takesPlace = other.latitude !== null && (takesAddress || kept.latitude === null);
  const takesRating = other.rating !== null && kept.rating === null;
  return {
    latitude: takesPlace ? other.latitude : null,
    longitude: takesPlace ? other.longitude : null,
    rating: takesRating ? other.rating : null,
    totalRatings: takesRating ? other.totalRatings : null,
    openingHours: kept.openingHours === null ? other.openingHours : null,
  };
}

/** Columns of the work that an undo restores together, with the label of the value. */
const workParts = [
  { label: 'Stage', columns: ['stage', 'stage_since', 'lost_reason'] },
  { label: 'Owner', columns: ['owner_id'] },
  { label: 'Expected amount', columns: ['monthly_cents'] },
  { label: 'Exit checklist', columns: ['met_criteria'] },
] as const;

/**
 * Returns the work after an undo. A value that changed after the merge stays, and its label is in
 * `retained`.
 */
export function restoreWork(
  now: MergedWork,
  { before, after }: { before: MergedWork; after: MergedWork },
): { work: MergedWork; retained: string[] } {
  let work = now;
  const retained: string[] = [];
  for (const { label, columns } of workParts) {
    const pick = (from: MergedWork) =>
      Object.fromEntries(columns.map((column) => [column, from[column]]));
    if (isDeepStrictEqual(pick(before), pick(after))) continue;
    if (isDeepStrictEqual(pick(now), pick(after))) work = { ...work, ...pick(before) };
    else retained.push(label);
  }
  return { work, retained };
}
