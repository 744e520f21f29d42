import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { storableJson } from '#server/core/db/storable.ts';
import type { NaturalKeyTableName } from '../reading/places/shared-keys-queries.ts';
import {
  listPossibleStreetsInAddress,
  type NaturalKeyChange,
  type NaturalKeyRow,
} from './key-renewal.ts';

/**
 * Returns the version of the rules that made the stored natural keys. `held` locks the version
 * until the transaction ends.
 */
export async function findStoredKeyRulesVersion(
  queries: Queries,
  { held } = { held: false },
): Promise<number> {
  const row = await queries
    .selectFrom('natural_key_rules')
    .select('version')
    .$if(held, (query) => query.forUpdate())
    .executeTakeFirstOrThrow();
  return row.version;
}

export const saveKeyRulesVersion = (transaction: Queries, version: number) =>
  transaction.updateTable('natural_key_rules').set({ version }).execute();

/**
 * Matches texts that all versions of the rules normalize alike. The keys of such texts need no
 * renewal.
 */
const isPlain = /^[ !"$-*,-~]*$/;
const ofRow = (row: NaturalKeyRow): NaturalKeyRow[] =>
  [row.key, ...row.texts].every((text) => isPlain.test(text)) ? [] : [row];

interface Named {
  scope: string;
  key: string;
  texts: (string | null)[];
  address: string | null;
}

const rowOf = ({ scope, key, texts, address }: Named): NaturalKeyRow[] =>
  ofRow({
    scope,
    key,
    texts: [
      ...texts.filter((text) => text !== null),
      ...(address === null ? [] : listPossibleStreetsInAddress(address)),
    ],
  });

/** Returns the rows whose natural key may differ under the current rules. */
export async function findRowsWithOldKeys(
  queries: Queries,
  table: NaturalKeyTableName,
): Promise<NaturalKeyRow[]> {
  const stored =
    table === 'practice_key'
      ? sql<Named>`
          select '' as scope, k.natural_key as key, array[i.name, l.name, l.street_address, l.city, l.state] as texts, null as address
          from practice_key k
          join institution i on i.institution_id = k.institution_id
          join location l on l.institution_id = k.institution_id and l.location_id = k.location_id
          order by k.institution_id, k.location_id, k.natural_key`
      : sql<Named>`
          select source as scope, external_id as key, array[name] as texts, address from prospect
          where external_id like '|%' order by prospect_id`;
  const { rows } = await stored.execute(queries);
  return rows.flatMap(rowOf);
}

/**
 * Returns the staged rows of interrupted imports whose natural key may differ under the current
 * rules. The scope of such a key is the import and the line.
 */
export async function findStagedRowsWithOldKeys(
  queries: Queries,
  table: NaturalKeyTableName,
): Promise<NaturalKeyRow[]> {
  const staged =
    table === 'practice_key'
      ? sql<Named>`
          select import_id || ' ' || line as scope, place_key as key, array[institution_name, name, street_address, city, state] as texts,
            null as address
          from practice_staging where location_external_id is null`
      : sql<Named>`
          select import_id || ' ' || line as scope, external_id as key, array[name] as texts, address from prospect_staging
          where external_id like '|%'`;
  const { rows } = await staged.execute(queries);
  return rows.flatMap(rowOf);
}

/** Returns the new keys that stored rows already have. */
export async function findTakenKeys(
  queries: Queries,
  table: NaturalKeyTableName,
  changes: readonly NaturalKeyChange[],
): Promise<{ scope: string; key: string }[]> {
  const keys = changes.map(({ to }) => to);
  const taken =
    table === 'practice_key'
      ? sql<{
          scope: string;
          key: string;
        }>`select '' as scope, natural_key as key from practice_key where natural_key = any(${keys}::text[])`
      : sql<{
          scope: string;
          key: string;
        }>`select source as scope, external_id as key from prospect where external_id = any(${keys}::text[])`;
  return (await taken.execute(queries)).rows;
}

const recordOf = (changes: readonly NaturalKeyChange[]) =>
  sql`jsonb_to_recordset(${storableJson(changes)}::jsonb) as c (scope text, "from" text, "to" text)`;

/** Changes the keys of stored rows and of the rows in the undo data of imports. */
export async function changeNaturalKeys(
  transaction: Queries,
  table: NaturalKeyTableName,
  changes: readonly NaturalKeyChange[],
): Promise<void> {
  if (table === 'practice_key') {
    await sql`update practice_key k set natural_key = c."to" from ${recordOf(changes)} where k.natural_key = c."from"`.execute(
      transaction,
    );
    await sql`
      update import_change i set row_key = jsonb_build_array(c."to"), row_before = row_before || jsonb_build_object('natural_key', c."to"),
        row_after = row_after || jsonb_build_object('natural_key', c."to")
      from ${recordOf(changes)} where i.table_name = 'practice_key' and i.row_key->>0 = c."from"`.execute(
      transaction,
    );
    return;
  }
  await sql`update prospect p set external_id = c."to" from ${recordOf(changes)} where p.source = c.scope and p.external_id = c."from"`.execute(
    transaction,
  );
  for (const image of ['row_before', 'row_after'].map((column) => sql.ref(column)))
    await sql`
      update import_change i set ${image} = ${image} || jsonb_build_object('external_id', c."to")
      from ${recordOf(changes)}
      where i.table_name = 'prospect' and ${image}->>'source' = c.scope and ${image}->>'external_id' = c."from"`.execute(
      transaction,
    );
}

/** Marks the rows that cannot get their new key because another row already has it. */
export async function markSharedKeys(
  transaction: Queries,
  table: NaturalKeyTableName,
  changes: readonly NaturalKeyChange[],
): Promise<void> {
  const isRow =
    table === 'practice_key'
      ? sql`r.natural_key = c."from"`
      : sql`r.source = c.scope and r.external_id = c."from"`;
  await sql`update ${sql.table(table)} r set shared_key = c."to" from ${recordOf(changes)} where ${isRow}`.execute(
    transaction,
  );
}

export async function changeStagedKeys(
  transaction: Queries,
  table: NaturalKeyTableName,
  changes: readonly NaturalKeyChange[],
): Promise<void> {
  const isRow = sql`c.scope = s.import_id || ' ' || s.line`;
  await (table === 'practice_key'
    ? sql`update practice_staging s
        set place_key = c."to", institution_key = case when institution_key = place_key then c."to" else institution_key end
        from ${recordOf(changes)} where ${isRow}`
    : sql`update prospect_staging s set external_id = c."to" from ${recordOf(changes)} where ${isRow}`
  ).execute(transaction);
}
