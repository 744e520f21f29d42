import { numberText } from '#shared/core/words.ts';
import type { PracticeCounts } from './merge.ts';

const counted = (count: number) => (count === 1 ? '1 practice' : `${numberText(count)} practices`);

/** Returns notes for users on the dates and moves of imported practices. */
export function practiceImportNotes({ undated, newcomers, moved }: PracticeCounts): string[] {
  const notes: [number, string][] = [
    [
      undated,
      'without a created or go-live date: treated as existing customers, past the grace period and present in every week of usage. To change this, add a column createdOn or goLiveOn.',
    ],
    [
      newcomers,
      'without a date, added after the first import of this source: treated as new from today on. If they are older, add their dates as createdOn or, for a location of a known institution, openedOn.',
    ],
    [
      moved,
      'with a location id that belonged to another institution: moved to the new one and closed in the old one from today on.',
    ],
  ];
  return notes.filter(([count]) => count > 0).map(([count, words]) => `${counted(count)} ${words}`);
}
