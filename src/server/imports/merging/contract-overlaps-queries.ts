import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Day } from '#shared/core/dates.ts';
import { type ProductKey, products } from '#shared/core/products.ts';
import { countText, dayInWords } from '#shared/core/words.ts';

/**
 * Two contracts of a customer for the same product that overlap by more than one day. An overlap of
 * a single day is normal at a renewal.
 */
export interface ContractOverlap {
  institutionId: number;
  institutionName: string;
  /** `null` for all products together. */
  product: ProductKey | null;
  /**
   * Contract ids of the first overlapping pair, and the period in which both contracts apply.
   * `untilOn` is `null` when neither contract has an end.
   */
  firstId: string;
  secondId: string;
  fromOn: Day;
  untilOn: Day | null;
}

/**
 * Returns one overlap per customer and product, for customers that have not left. `importId` limits
 * the result to customers whose contracts this import wrote.
 */
export async function findContractOverlaps(
  queries: Queries,
  importId?: string,
): Promise<ContractOverlap[]> {
  const isMeant =
    importId === undefined
      ? sql`true`
      : sql`i.institution_id in (select institution_id from import_change where import_id = ${importId}::uuid and table_name = 'contract')`;
  const { rows } = await sql<ContractOverlap>`
    with paid as (select *, coalesce(product, '') as of_product from contract where monthly_cents > 0)
    select distinct on (i.name, i.institution_id, b.of_product) i.institution_id as "institutionId", i.name as "institutionName", b.product,
      a.contract_id as "firstId", b.contract_id as "secondId", b.starts_on as "fromOn", least(a.ends_on, b.ends_on) - 1 as "untilOn"
    from paid a
    join paid b on b.institution_id = a.institution_id and b.of_product = a.of_product
      and (b.starts_on, b.external_source, b.contract_id) > (a.starts_on, a.external_source, a.contract_id)
    join institution i on i.institution_id = a.institution_id and i.churned_on is null
    where coalesce(a.ends_on > b.starts_on + 1, true) and coalesce(b.ends_on > b.starts_on + 1, true) and ${isMeant}
    order by i.name, i.institution_id, b.of_product, b.starts_on, a.starts_on, b.contract_id`.execute(
    queries,
  );
  return rows;
}

/** Returns an overlap in words: 'C-1 and C-2 for Forms from Apr 1, 2026 to Mar 31, 2027'. */
export function contractOverlapText({
  product,
  firstId,
  secondId,
  fromOn,
  untilOn,
}: ContractOverlap): string {
  const until = untilOn === null ? 'on' : `to ${dayInWords(untilOn)}`;
  return `${firstId} and ${secondId} for ${product === null ? 'all products' : products[product].name} from ${dayInWords(fromOn)} ${until}`;
}

const examples = 3;

/**
 * Returns the note on overlapping contracts for an import's report; an empty list without overlaps.
 */
export function contractOverlapNotes(overlaps: readonly ContractOverlap[]): string[] {
  if (overlaps.length === 0) return [];
  const customers = new Set(overlaps.map(({ institutionId }) => institutionId)).size;
  const shown = overlaps
    .slice(0, examples)
    .map((overlap) => `${overlap.institutionName} (${contractOverlapText(overlap)})`);
  const more = overlaps.length > examples ? ', …' : '';
  return [
    `${countText(customers, 'customer')} with contracts for the same product that overlap by more than a day. Each contract is counted: ${shown.join(', ')}${more}. Correct the dates in the file, or see Data quality.`,
  ];
}
