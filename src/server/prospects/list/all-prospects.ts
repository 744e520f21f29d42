import type { Dependencies } from '#server/core/dependencies.ts';
import { type CachedList, createVersionCheckedListReader } from '#server/list/cached-list.ts';
import { type Prospect, prospectSchema } from '#shared/prospects/prospects.ts';
import type { ListedProspect } from '#shared/prospects/rows.ts';
import { type ProspectRows, prospectRowsReader } from './rows.ts';

/** Prospects by the position of their row; `null` for a prospect that became a customer. */
type ProspectsByRow = readonly (Prospect | null)[];

const unknownPosition = { latitude: null, longitude: null };
const prospectFields = prospectSchema.keyof().options;

/**
 * Returns a reader of the prospects that are not customers, for the search box and the map. The
 * list is encoded again only after a change of a field that it contains; a move to another stage is
 * no such change.
 */
export function allProspectsReader(
  dependencies: Dependencies,
): () => Promise<CachedList<readonly Prospect[]>> {
  const readRows = prospectRowsReader(dependencies);
  let rowsBefore: readonly ListedProspect[] | undefined;
  let prospects: ProspectsByRow = [];
  let version = 0;

  async function readVersion(): Promise<string> {
    const read = await readRows();
    if (read.rows !== rowsBefore) {
      const next = updateProspects(prospects, rowsBefore ?? [], read);
      const isSame =
        next.length === prospects.length && next.every((each, at) => each === prospects[at]);
      if (!isSame) {
        prospects = next;
        version += 1;
      }
      rowsBefore = read.rows;
    }
    return String(version);
  }
  return createVersionCheckedListReader(readVersion, async () =>
    prospects.filter((prospect) => prospect !== null),
  );
}

/**
 * Returns the prospects of the rows. A prospect with the same values as before is the same object.
 */
function updateProspects(
  before: ProspectsByRow,
  rowsBefore: readonly ListedProspect[],
  { rows, records }: ProspectRows,
): ProspectsByRow {
  return rows.map((row, at) => {
    const known = before[at];
    if (known !== undefined && row === rowsBefore[at]) return known;
    const record = records.get(row.prospectId);
    if (record === undefined || row.customer !== null) return null;
    const { latitude, longitude } = row.isPlacedByZip ? unknownPosition : row;
    const prospect: Prospect = {
      prospectId: row.prospectId,
      placeId: row.placeId,
      name: row.name,
      address: row.address,
      businessType: row.businessType,
      latitude,
      longitude,
      phone: row.phone,
      rating: record.rating,
      totalRatings: record.totalRatings,
      doNotContact: row.doNotContact,
      source: row.source,
      isNewFromPlaces: false,
    };
    return known && prospectFields.every((field) => known[field] === prospect[field])
      ? known
      : prospect;
  });
}
