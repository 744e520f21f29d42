import type { Dependencies } from '#server/core/dependencies.ts';
import { notFound } from '#server/core/errors.ts';
import { prospectKeyOf } from '#shared/core/pages/prospect-key.ts';
import { listUrlLimits } from '#shared/list/address.ts';
import { type GroupMember, maxGroupMembers, type ProspectGroup } from '#shared/prospects/group.ts';
import { prospectRowsReader } from '../list/rows.ts';

/**
 * Returns the prospects and customers that can be the same practice as a prospect or belong to its
 * group. Leaves out the customer that the prospect was converted to, and prospects that were
 * converted to a returned customer.
 */
export async function readProspectGroup(
  dependencies: Dependencies,
  prospectId: number,
): Promise<ProspectGroup> {
  const { rows, positions, duplicates } = await prospectRowsReader(dependencies)();
  const rowOf = (id: number) => rows[positions.get(id) ?? -1];
  const own = rowOf(prospectId);
  const keys = duplicates.index.keysOf(prospectId);
  if (own === undefined || keys === undefined) throw notFound('This prospect');
  const customers = duplicates.customers
    .findGroup(keys)
    .filter(({ institutionId }) => institutionId !== own.customer?.institutionId);
  const returned = new Set(customers.map(({ institutionId }) => institutionId));
  const members: GroupMember[] = [
    ...customers.map(({ institutionId, institutionName, reasons, isDuplicate }) => ({
      ...{ prospectId: null, key: null, institutionId, name: institutionName },
      ...{ place: '', stage: null, reasons, isDuplicate },
    })),
    ...duplicates.index.findGroup(keys, prospectId).flatMap(({ id, reasons, isDuplicate }) => {
      const row = rowOf(id);
      if (row === undefined || returned.has(row.customer?.institutionId ?? -1)) return [];
      const place = [row.city, row.state].filter((part) => part !== null).join(', ');
      const { name, stage } = row;
      return [
        {
          ...{ prospectId: id, key: prospectKeyOf(row), institutionId: null },
          ...{ name, place, stage, reasons, isDuplicate },
        },
      ];
    }),
  ];
  const ordered = members.toSorted(
    (one, other) => Number(other.isDuplicate) - Number(one.isDuplicate),
  );
  const shared = (['phone', 'website'] as const).flatMap((column) => {
    const same = duplicates.index.sharing(column, keys[column]);
    if (same.length < 2) return [];
    const values = new Set(same.flatMap((id) => rowOf(id)?.[column] ?? []));
    return [{ column, prospects: same.length, values: [...values].slice(0, listUrlLimits.values) }];
  });
  return {
    members: ordered.slice(0, maxGroupMembers),
    duplicates: members.filter(({ isDuplicate }) => isDuplicate).length,
    sisterLocations: members.filter(({ isDuplicate }) => !isDuplicate).length,
    shared,
  };
}
