import type { ResponseOf } from '#shared/core/endpoint.ts';
import type { ProspectScoreSettings } from '#shared/prospects/sales-settings.ts';
import { scoreBandOf, scoreBands } from '#shared/prospects/score/back-test.ts';
import { maxPreviewedChanges, type postScorePreview } from '#shared/prospects/score/preview.ts';
import { sumProspectScore } from '#shared/prospects/score.ts';
import { scorePartsOf } from '../list/list-rules.ts';
import type { ProspectRows } from '../list/rows.ts';
import { forEachInSlices } from '../slices.ts';

type Preview = ResponseOf<typeof postScorePreview>;

const sizeOf = ({ before, after }: Preview['changes'][number]): number => Math.abs(after - before);

/**
 * Compares the scores of all prospects that are not customers under current and changed settings.
 */
export async function previewScores(
  { rows, records, context }: ProspectRows,
  prospectScore: ProspectScoreSettings,
): Promise<Preview> {
  const proposed = { ...context, sales: { ...context.sales, prospectScore } };
  const bands = scoreBands.map(() => ({ before: 0, after: 0 }));
  const count = { raised: 0, lowered: 0, unchanged: 0 };
  let changes: Preview['changes'] = [];
  await forEachInSlices(rows, ({ prospectId, placeId, name, score: before, customer }) => {
    const record = records.get(prospectId);
    if (record === undefined || customer !== null) return;
    const after = sumProspectScore(scorePartsOf(record, proposed));
    const [bandBefore, bandAfter] = [bands[scoreBandOf(before)], bands[scoreBandOf(after)]];
    if (bandBefore !== undefined) bandBefore.before += 1;
    if (bandAfter !== undefined) bandAfter.after += 1;
    count[after > before ? 'raised' : after < before ? 'lowered' : 'unchanged'] += 1;
    if (after === before) return;
    changes.push({ prospectId, placeId, name, before, after });
    // Only the largest changes are kept, so that the array stays short.
    if (changes.length > 50 * maxPreviewedChanges) changes = largest(changes);
  });
  return { ...count, bands, changes: largest(changes) };
}

const largest = (changes: Preview['changes']): Preview['changes'] =>
  changes.toSorted((one, other) => sizeOf(other) - sizeOf(one)).slice(0, maxPreviewedChanges);
