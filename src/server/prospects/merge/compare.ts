import type { Dependencies } from '#server/core/dependencies.ts';
import { notFound, unprocessable } from '#server/core/errors.ts';
import { prospectKeyOf } from '#shared/core/pages/prospect-key.ts';
import { prospectFactFields } from '#shared/prospects/changes.ts';
import { duplicateReasons } from '#shared/prospects/duplicates.ts';
import type { ComparedProspect, ProspectPair } from '#shared/prospects/merge.ts';
import { isDuplicateBy } from '../duplicates/key-rules.ts';
import { prospectRowsReader } from '../list/rows.ts';
import { describeFact } from '../profile/profile.ts';
import { findEnteredFacts } from '../profile/profile-queries.ts';
import { countProspectRows, findProspectTables } from './moves-queries.ts';

/** Returns a comparison of two prospects. */
export async function compareProspects(
  dependencies: Dependencies,
  oneId: number,
  otherId: number,
): Promise<ProspectPair> {
  if (oneId === otherId) throw unprocessable('other: must be another prospect');
  const { database, env } = dependencies;
  const queries = database.foreground;
  const { rows, positions, records, duplicates } = await prospectRowsReader(dependencies)();
  const attached = await countProspectRows(queries, await findProspectTables(queries), [
    oneId,
    otherId,
  ]);
  const compared = async (id: number): Promise<ComparedProspect> => {
    const row = rows[positions.get(id) ?? -1];
    const record = records.get(id);
    if (row === undefined || record === undefined) throw notFound('A prospect');
    const entered = await findEnteredFacts(queries, id);
    const { prospectId, name, version, addedOn, stage, lostReason, owner, monthlyAmount } = row;
    return {
      ...{ prospectId, key: prospectKeyOf(row), name, version, addedOn, stage, lostReason, owner },
      ...{ monthlyAmount, doNotContact: row.doNotContact, attached: attached.get(id) ?? {} },
      facts: prospectFactFields.map((field) =>
        describeFact(field, record, entered, env.BUSINESS_TIME_ZONE),
      ),
    };
  };
  const [one, other] = [await compared(oneId), await compared(otherId)];
  const [keys, otherKeys] = [duplicates.index.keysOf(oneId), duplicates.index.keysOf(otherId)];
  return {
    one,
    other,
    reasons: duplicateReasons.filter(
      (reason) =>
        keys !== undefined && otherKeys !== undefined && isDuplicateBy(reason, keys, otherKeys),
    ),
  };
}
