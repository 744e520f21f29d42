import { sql } from 'kysely';
import { runInBatches } from '#server/core/db/batches.ts';
import type { Queries } from '#server/core/db/database.ts';
import {
  type PracticeField,
  practiceFields,
  stagedColumnNames,
  stagedColumnOf,
} from '../reading/practice-fields.ts';
import { lastAssignedIdSql, recordAssignedIds } from './assigned-ids-queries.ts';
import { recordWrittenRowsSql } from './changes-sql.ts';
import type { MergeCounts, PracticeCounts, StagedImportRun } from './merge.ts';

const institutionFields = practiceFields.filter((field) => field.of === 'institution');
const locationFields = practiceFields.filter((field) => field.of === 'location');
/** Stored columns of an institution. The practice type comes from its locations. */
const institutionColumns = [...institutionFields.map(({ column }) => column), 'practice_type'];
const locationColumns = locationFields.map(({ column }) => column);

/** First id of deals that imports create, when all ids of deals are lower. */
const firstOwnerDealId = 900_000_001;
/** Pipeline of the closed deal that stores the owner of a customer without another deal. */
const importedOwnerPipeline = 'Owner';

type Sql = ReturnType<typeof sql>;
const each = (columns: readonly string[], written: (column: string) => Sql): Sql =>
  sql.join(columns.map(written));
const list = (columns: readonly string[], of: string): Sql =>
  each(columns, (column) => sql.ref(`${of}.${column}`));
const names = (columns: readonly string[]): Sql => each(columns, sql.ref);
const old = (column: string): Sql => sql.ref(`old_${column}`);
const asInserted = (columns: readonly string[]): Sql =>
  each(columns, (column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`);

/**
 * Writes staged rows as institutions and locations, in batches of institutions. New ids follow the
 * order of the natural keys, so the order of the rows in the file does not matter.
 */
export async function mergePractices(merge: StagedImportRun): Promise<void> {
  await runInBatches(
    merge.transact,
    '',
    async (transaction, after, rows) => {
      const last = await lastInstitutionKey(transaction, merge, after, rows);
      if (last === undefined) return undefined;
      const piece = sql`import_id = ${merge.importId}::uuid and institution_key > ${after} and institution_key <= ${last}`;
      await merge.keep(transaction, await mergeInstitutions(transaction, piece, merge));
      await recordAssignedIds(transaction);
      return last;
    },
    merge.pieceMs,
  );
}

/** Returns the institution that ends the next batch; `undefined` at the end. */
async function lastInstitutionKey(
  transaction: Queries,
  { importId }: StagedImportRun,
  after: string,
  rows: number,
): Promise<string | undefined> {
  const { rows: found } = await sql<{ last: string | null }>`
    select max(institution_key) as last
    from (
      select institution_key from practice_staging
      where import_id = ${importId}::uuid and institution_key > ${after}
      order by institution_key limit ${rows}
    ) next`.execute(transaction);
  return found[0]?.last ?? undefined;
}

/**
 * Returns the SQL for the id of an institution or location: the known id, or the next id for a new
 * record.
 */
const nextId = (of: 'institution' | 'location', key: Sql) =>
  sql`coalesce(${sql.ref(`known_${of}`)}, dense_rank() over (partition by ${sql.ref(`known_${of}`)} is null order by ${key})
    + ${lastAssignedIdSql(of)}) as ${sql.ref(`${of}_id`)}`;

/**
 * Merges a batch of institutions and locations. Rows are matched by external ids, or else by
 * natural key. When a practice has several rows, the last row is used. An institution combines its
 * rows. Its practice type is the most common type of its locations.
 */
async function mergeInstitutions(
  transaction: Queries,
  piece: Sql,
  merge: StagedImportRun,
): Promise<MergeCounts> {
  const { has, externalSource, firstSeenOn, takes } = merge;
  // Each `lateral (… offset 0)` makes the planner look up every row in an index. A plain join would
  // read whole tables, and each batch would become slower as the tables grow. Steps filter by
  // ranges such as `nth < 2`. With `nth = 1`, the planner would expect few rows and plan the other
  // steps badly. The condition on `closed_on` stands outside its lateral query. Inside, the planner
  // would read an index of all open locations.
  const { rows } = await sql<MergeCounts & PracticeCounts>`
    with found as materialized (
      select s.*, coalesce(i.institution_id, alone.institution_id, k.institution_id) as known_institution,
             coalesce(l.location_id, alone.location_id, k.location_id) as known_location
      from (select * from practice_staging where ${piece}) s
      left join lateral (
        select institution_id from institution where external_source = ${externalSource} and external_id = s.institution_external_id
        union all
        select institution_id from merged_institution where external_source = ${externalSource} and external_id = s.institution_external_id
        offset 0
      ) i on true
      left join lateral (
        select location_id from location
        where external_source = ${externalSource} and external_id = s.location_external_id and institution_id = i.institution_id offset 0
      ) l on true
      left join lateral (select institution_id, location_id from practice_key where natural_key = s.place_key offset 0) k on true
      left join lateral (
        select min(institution_id) as institution_id, min(location_id) as location_id
        from location
        where s.institution_external_id is null and external_source = ${externalSource} and external_id = s.location_external_id
          and moved_out_on is null
        having count(*) = 1
      ) alone on true
    ), named as (
      select *, ${nextId('institution', sql`institution_key`)}, ${nextId('location', sql`institution_key, place_key collate "C"`)}
      from found where case when known_location is null then ${takes.new}::boolean else ${takes.known}::boolean end
    ), incoming as materialized (
      select *, row_number() over (partition by institution_id, location_id order by line desc) as nth from named
    ), practice as materialized (
      select * from incoming where nth < 2
    ), superseded as (
      select (${list(stagedColumnNames, 'gone')}) is not distinct from (${list(stagedColumnNames, 'last')}) as same
      from incoming gone
      join practice last on last.institution_id = gone.institution_id and last.location_id = gone.location_id
      where gone.nth > 1
    ), said as materialized (
      select institution_id, max(institution_external_id) as external_id, ${sql.join(institutionFields.map(combinedValue))},
             (array_agg(name order by location_id))[1] as location_name,
             (array_agg(owner_id order by line desc) filter (where owner_id is not null))[1] as owner_id
      from practice group by institution_id
    ), typed as (
      select institution_id, mode() within group (order by practice_type) as practice_type
      from (
        select institution_id, practice_type from practice
        union all
        select l.institution_id, l.practice_type
        from said
        cross join lateral (
          select institution_id, location_id, practice_type, closed_on from location where institution_id = said.institution_id offset 0
        ) l
        where l.closed_on is null and not exists (select from practice p where p.institution_id = l.institution_id and p.location_id = l.location_id)
      ) location_type
      group by institution_id
    ), target as (
      select s.institution_id, s.external_id, ${sql.join(institutionFields.map((field) => ofInstitution(field, merge)))},
             ${has('practiceType') ? sql`t.practice_type` : sql`i.practice_type`} as practice_type,
             case when i.institution_id is not null then i.first_seen_on
                  when s.created_on is null and s.go_live_on is null then ${firstSeenOn}::date end as first_seen_on,
             i.institution_id is null as is_new, ${each(institutionColumns, (column) => sql`${sql.ref(`i.${column}`)} as ${old(column)}`)}
      from said s
      join typed t using (institution_id)
      left join lateral (select * from institution where institution_id = s.institution_id offset 0) i on true
    ), incoming_institution as materialized (
      select *, is_new or (${names(institutionColumns)}) is distinct from (${each(institutionColumns, old)}) as differs
      from target
    ), owner_change as materialized (
      select s.institution_id, s.owner_id, i.name, main.deal_id, main.owner_id as old_owner_id
      from (select * from said where owner_id is not null) s
      join incoming_institution i using (institution_id)
      left join lateral (
        select deal_id, owner_id from crm_deal where institution_id = s.institution_id order by closed, updated_at desc, deal_id limit 1
      ) main on true
      where main.owner_id is distinct from s.owner_id
    ), placed as (
      select p.institution_id, p.location_id, p.location_external_id as external_id, ${sql.join(locationFields.map((field) => ofLocation(field, merge)))},
             case when l.location_id is not null then l.first_seen_on
                  when not i.is_new and p.opened_on is null and p.moved_from_location is null then ${firstSeenOn}::date end as first_seen_on,
             case when l.location_id is not null then l.moved_in_on
                  when p.moved_from_location is not null then ${merge.today}::date end as moved_in_on,
             l.location_id is null as is_new, l.moved_out_on as old_moved_out_on,
             i.differs or exists (select from owner_change c where c.institution_id = i.institution_id) as institution_differs,
             coalesce(i.created_on, i.go_live_on, i.first_seen_on) is null as is_undated, i.is_new and i.first_seen_on is not null as is_newcomer,
             p.moved_from_institution, p.moved_from_location
      from practice p
      join incoming_institution i on i.institution_id = p.institution_id
      left join lateral (select * from location where institution_id = p.institution_id and location_id = p.location_id offset 0) l on true
    ), incoming_location as materialized (
      select t.*, case when t.is_new then 'added'
                       when t.institution_differs or t.old_moved_out_on is not null or t.moved_from_location is not null
                         or (${list(locationColumns, 't')}) is distinct from (${list(locationColumns, 'l')}) then 'changed'
                       else 'unchanged' end as outcome
      from placed t
      left join lateral (select * from location where institution_id = t.institution_id and location_id = t.location_id offset 0) l on true
    )${merge.writes ? written(piece, merge) : sql``}
    select (select count(*) from incoming_location where outcome = 'added') as added,
           (select count(*) from incoming_location where outcome = 'changed') as changed,
           (select count(*) from incoming_location where outcome = 'unchanged') + (select count(*) from superseded where same) as unchanged,
           (select count(*) from superseded where not same) as superseded,
           (select count(*) from found) - (select count(*) from named) as skipped,
           (select count(*) from incoming_location where is_undated) as undated,
           (select count(*) from incoming_location where outcome = 'added' and (is_newcomer or first_seen_on is not null)) as newcomers,
           (select count(*) from incoming_location where moved_from_location is not null) as moved`.execute(
    transaction,
  );
  const {
    undated = 0,
    newcomers = 0,
    moved = 0,
    ...counts
  } = rows[0] ?? { added: 0, changed: 0, unchanged: 0, superseded: 0 };
  return { ...counts, practices: { undated, newcomers, moved } };
}

/** Returns the SQL that combines the values of a field from all rows of an institution. */
function combinedValue(field: (typeof institutionFields)[number]): Sql {
  const staged = sql.ref(stagedColumnOf(field));
  const value =
    field.fromRows === 'earliest'
      ? sql`min(${staged})`
      : sql`(array_agg(${staged} order by line desc) filter (where ${staged} is not null))[1]`;
  return sql`${value} as ${sql.ref(field.column)}`;
}

/** Returns the SQL for the value in the file or, if the file has none, the known value. */
function importedOrKnown({ of, key, column, blank }: PracticeField, { has }: StagedImportRun): Sql {
  const [said, known] = (of === 'institution' ? ['s', 'i'] : ['p', 'l']).map((table) =>
    sql.ref(`${table}.${column}`),
  );
  if (blank === 'keeps') return sql`coalesce(${said}, ${known})`;
  return sql`${has(key) ? said : known}`;
}

function ofInstitution(field: (typeof institutionFields)[number], merge: StagedImportRun): Sql {
  const value = importedOrKnown(field, merge);
  return field.column === 'name'
    ? sql`coalesce(${value}, s.location_name) as name`
    : sql`${value} as ${sql.ref(field.column)}`;
}

/**
 * Returns the SQL for the value of a location's field. A location that was closed because it moved
 * to another institution reopens when it moves back.
 */
function ofLocation(field: (typeof locationFields)[number], merge: StagedImportRun): Sql {
  if (field.column === 'name')
    return sql`coalesce(p.name, p.institution_name, l.name, i.name) as name`;
  if (field.column === 'closed_on' && !merge.has(field.key))
    return sql`case when l.moved_out_on is null then l.closed_on end as closed_on`;
  return sql`${importedOrKnown(field, merge)} as ${sql.ref(field.column)}`;
}

/**
 * Returns the SQL steps that write the results. A row without an external id of its institution or
 * location also gets a natural key.
 */
const written = (
  piece: Sql,
  { importId, externalSource, now, today }: StagedImportRun,
) => sql`, merged as (
      delete from practice_staging where ${piece}
    ), kept_institutions as (
      insert into institution (institution_id, external_source, external_id, ${names(institutionColumns)}, first_seen_on, source, updated_at)
      select institution_id, case when external_id is not null then ${externalSource} end, external_id, ${names(institutionColumns)}, first_seen_on,
             'import', ${now}::timestamptz
      from incoming_institution where differs
      on conflict (institution_id) do update set ${asInserted(institutionColumns)}, source = excluded.source, updated_at = excluded.updated_at
      returning *
    ), undo_institutions as (${recordWrittenRowsSql(importId, 'institution', 'kept_institutions')}
    ), kept_locations as (
      insert into location (institution_id, location_id, external_source, external_id, ${names(locationColumns)}, first_seen_on, moved_in_on, updated_at)
      select institution_id, location_id, case when external_id is not null then ${externalSource} end, external_id, ${names(locationColumns)},
             first_seen_on, moved_in_on, ${now}::timestamptz
      from incoming_location where outcome <> 'unchanged'
      on conflict (institution_id, location_id) do update set ${asInserted(locationColumns)}, updated_at = excluded.updated_at,
        moved_in_on = excluded.moved_in_on, moved_out_on = null
      returning *
    ), undo_locations as (${recordWrittenRowsSql(importId, 'location', 'kept_locations')}
    ), moved_away as (
      update location l set closed_on = ${today}::date, moved_out_on = ${today}::date, updated_at = ${now}::timestamptz
      from incoming_location t where l.institution_id = t.moved_from_institution and l.location_id = t.moved_from_location
      returning l.*
    ), undo_moved as (${recordWrittenRowsSql(importId, 'location', 'moved_away')}
    ), kept_keys as (
      insert into practice_key (natural_key, institution_id, location_id)
      select distinct on (place_key) place_key, institution_id, location_id from incoming where place_key not like '#%'
      on conflict (natural_key) do update set institution_id = excluded.institution_id, location_id = excluded.location_id
      where (practice_key.institution_id, practice_key.location_id) <> (excluded.institution_id, excluded.location_id)
      returning *
    ), undo_keys as (${recordWrittenRowsSql(importId, 'practice_key', 'kept_keys')}
    ), new_owner_deals as (
      insert into crm_deal (institution_id, deal_id, name, pipeline, stage, owner_id, closed, updated_at)
      select institution_id, greatest((select max(deal_id) from crm_deal), ${sql.lit(firstOwnerDealId - 1)}) + row_number() over (order by institution_id),
             name || ' - Owner', ${importedOwnerPipeline}, 'Imported', owner_id, true, ${now}::timestamptz
      from owner_change where deal_id is null
      returning *
    ), undo_owner_deals as (${recordWrittenRowsSql(importId, 'crm_deal', 'new_owner_deals')}
    ), changed_deals as (
      update crm_deal d set owner_id = c.owner_id
      from owner_change c
      where d.institution_id = c.institution_id
        and (d.deal_id = c.deal_id or (not d.closed and d.owner_id is not distinct from c.old_owner_id))
      returning d.*
    ), undo_changed_deals as (${recordWrittenRowsSql(importId, 'crm_deal', 'changed_deals')}
    )`;
