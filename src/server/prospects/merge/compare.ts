import type { Dependencies } from '#server/core/dependencies.ts';
import { notFound, unprocessable } from '#server/core/errors.ts';
import { prospectKeyOf } from '#shared/core/pages/prospect-key.ts';
import { prospectFactFields } from '#shared/prospects/changes.ts';
import { duplicateReasons } from '#shared/prospects/duplicates.ts';
import { type GroupMember, maxGroupMembers, type ProspectGroup } from '#shared/prospects/group.ts';
import type { ComparedProspect, ProspectPair } from '#shared/prospects/merge.ts';
import { isDuplicateBy } from '../duplicates/key-rules.ts';
import { describeFact } from '../profile.ts';
import { findEnteredFacts } from '../profile-queries.ts';
import { prospectRowsReader } from '../rows.ts';
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

/** Returns the prospects and customers that can be the same practice or belong to its group. */
export async function readProspectGroup(
  dependencies: Dependencies,
  prospectId: number,
): Promise<ProspectGroup> {
  const { rows, positions, duplicates } = await prospectRowsReader(dependencies)();
  const { index, customers } = duplicates;
  const keys = index.keysOf(prospectId);
  if (keys === undefined) throw notFound('This prospect');
  const rowOf = (id: number) => rows[positions.get(id) ?? -1];
  const sharing = new Map(
    duplicateReasons.map((reason) => [reason, index.sharing(reason, keys[reason])]),
  );
  const members: GroupMember[] = [...new Set([...sharing.values()].flat())].flatMap((id) => {
    const row = rowOf(id);
    const other = index.keysOf(id);
    if (id === prospectId || row === undefined || other === undefined) return [];
    const isDuplicate = duplicateReasons.some((reason) => isDuplicateBy(reason, keys, other));
    const reasons = duplicateReasons.filter((reason) => sharing.get(reason)?.includes(id));
    const isSister = reasons.includes('website') || reasons.includes('phone');
    if (!isDuplicate && !isSister) return [];
    const place = [row.city, row.state].filter((part) => part !== null).join(', ');
    const { name, stage } = row;
    return [{ prospectId: id, institutionId: null, name, place, stage, reasons, isDuplicate }];
  });
  for (const { institutionId, name, reason } of customers.findDuplicates(keys))
    members.unshift({
      ...{ prospectId: null, institutionId, name, place: '', stage: null },
      ...{ reasons: [reason], isDuplicate: true },
    });
  const isShared = (reason: 'phone' | 'website') => (sharing.get(reason)?.length ?? 0) > 1;
  const phones = isShared('phone') ? (sharing.get('phone') ?? []) : [];
  return {
    members: members
      .toSorted((one, other) => Number(other.isDuplicate) - Number(one.isDuplicate))
      .slice(0, maxGroupMembers),
    duplicates: members.filter(({ isDuplicate }) => isDuplicate).length,
    sisterLocations: members.filter(({ isDuplicate }) => !isDuplicate).length,
    website: isShared('website') ? keys.website : null,
    phones: [...new Set(phones.slice(0, maxGroupMembers).flatMap((id) => rowOf(id)?.phone ?? []))],
  };
}
