import type { Queries } from '#server/core/db/database.ts';
import type { PlaceDetails } from '#server/core/providers/places.ts';
import type { Day } from '#shared/core/dates.ts';
import { prospectFactFields } from '#shared/prospects/changes.ts';
import { saveProspectFact } from '../changes/queries.ts';
import { factValues } from '../list/list-rules.ts';
import { findProspectRecords } from '../list/record-queries.ts';
import { findEnteredFacts } from '../profile/profile-queries.ts';
import { type Facts, factsToTake, nppesFacts } from '../save-rules.ts';

interface By {
  userId: string;
  at: Date;
}

/** Saves facts with their source; `null` for facts that the user typed. */
export async function saveFacts(
  transaction: Queries,
  prospectId: number,
  { facts, source }: { facts: Facts; source: 'nppes' | null },
  by: By,
): Promise<void> {
  for (const field of prospectFactFields) {
    const value = facts[field];
    if (value === undefined) continue;
    await saveProspectFact(transaction, { prospectId, field, value, source, ...by });
  }
}

/** Saves the facts of a record that are unknown for a prospect, or that came from a record. */
export async function takeNppesFacts(
  transaction: Queries,
  prospectId: number,
  record: PlaceDetails,
  { today, ...by }: By & { today: Day },
): Promise<void> {
  const [prospect] = await findProspectRecords(transaction, [prospectId], today);
  if (prospect === undefined) return;
  const entered = await findEnteredFacts(transaction, prospectId);
  const fromRecord = new Set(
    entered.filter(({ source }) => source === 'nppes').map(({ field }) => field),
  );
  const facts = factsToTake(nppesFacts(record), factValues(prospect), fromRecord);
  await saveFacts(transaction, prospectId, { facts, source: 'nppes' }, by);
}
