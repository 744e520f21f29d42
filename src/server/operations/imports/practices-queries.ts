import { sql } from 'kysely';
import type { Queries } from '#server/db/database.ts';
import { practicesChanged } from '#server/institutions/queries.ts';
import { firstOwnId } from './cells.ts';
import type { Merge, MergeCounts } from './merge.ts';

const attributes = [
  ['street_address', 'streetAddress'],
  ['city', 'city'],
  ['state', 'state'],
  ['zip', 'zip'],
  ['phone', 'phone'],
  ['latitude', 'latitude'],
  ['longitude', 'longitude'],
  ['practice_type', 'practiceType'],
  ['ehr', 'ehr'],
  ['online_booking_link', 'onlineBookingLink'],
  ['closed_on', 'closedOn'],
] as const;

const names = attributes.map(([column]) => sql.ref(column));
const list = (prefix: string) => sql.join(attributes.map(([column]) => sql.ref(`${prefix}.${column}`)));

/** Turns the staged rows into institutions and locations, in the caller's transaction. */
export async function mergePractices(transaction: Queries, merge: Merge): Promise<MergeCounts> {
  await rejectReservedIds(transaction, merge);
  await giveIds(transaction, merge);
  await prepareInstitutions(transaction, merge);
  await prepareLocations(transaction, merge);
  const counts = await countOutcomes(transaction);
  if (counts.added + counts.changed > 0) {
    await write(transaction, merge.now);
    await practicesChanged(transaction);
  }
  return counts;
}

async function rejectReservedIds(transaction: Queries, { importId, headerOf, reject }: Merge): Promise<void> {
  const { rows } = await sql<{ line: number; column: 'institutionId' | 'locationId'; value: string }>`
    with reserved as (
      select s.line, case when s.institution_id >= ${sql.lit(firstOwnId)} and i.institution_id is null then 'institutionId' else 'locationId' end as column,
             s.institution_id, s.location_id
      from practice_staging s
      left join institution i on i.institution_id = s.institution_id
      where s.import_id = ${importId}::uuid and (
        (s.institution_id >= ${sql.lit(firstOwnId)} and i.institution_id is null)
        or (s.location_id >= ${sql.lit(firstOwnId)} and not exists (
          select from location l where l.location_id = s.location_id and l.institution_id = coalesce(s.institution_id, l.institution_id)))
      )
    ), gone as (delete from practice_staging s using reserved r where s.import_id = ${importId}::uuid and s.line = r.line)
    select line, "column", (case when "column" = 'institutionId' then institution_id else location_id end)::text as value from reserved order by line`.execute(
    transaction,
  );
  if (rows.length === 0) return;
  const reason = `is reserved: ids from ${firstOwnId.toLocaleString('en-US')} on are given by Chairside, and this one was not`;
  await reject(rows.map((row) => ({ line: row.line, column: headerOf(row.column), value: row.value, reason })));
}

/** What comes without ids gets new ones in the order of its key, so that the order of a file's rows does not matter. */
async function giveIds(transaction: Queries, { importId }: Merge): Promise<void> {
  await sql`
    with unknown as (
      select s.identity, min(s.institution_id) as institution_id, min(s.location_id) as location_id
      from practice_staging s
      where s.import_id = ${importId}::uuid and s.identity not like '#%'
        and not exists (select from practice_key k where k.natural_key = s.identity)
      group by s.identity
    ), numbered as (select *, row_number() over (order by identity collate "C") as nth from unknown),
    last_given as (
      select greatest(${sql.lit(firstOwnId - 1)},
        (select max(institution_id) from practice_key), (select max(institution_id) from institution),
        (select max(location_id) from practice_key), (select max(location_id) from location)) as id
    )
    insert into practice_key (natural_key, institution_id, location_id)
    select identity,
           coalesce(institution_id, (select min(l.institution_id) from location l where l.location_id = numbered.location_id having count(*) = 1), last_given.id + nth),
           coalesce(location_id, last_given.id + nth)
    from numbered, last_given`.execute(transaction);
  await sql`
    create temporary table incoming_practice on commit drop as
    select s.*, coalesce(k.institution_id, s.institution_id) as to_institution, coalesce(k.location_id, s.location_id) as to_location
    from practice_staging s
    left join practice_key k on k.natural_key = s.identity
    where s.import_id = ${importId}::uuid`.execute(transaction);
  await sql`
    create temporary table superseded_practice on commit drop as
    with doubled as (
      select to_institution, to_location, max(line) as last_line from incoming_practice group by to_institution, to_location having count(*) > 1
    ), gone as (
      select p.*, d.last_line from doubled d join incoming_practice p using (to_institution, to_location) where p.line < d.last_line
    )
    select gone.line,
           (gone.institution_name, gone.name, gone.created_on, gone.go_live_on, ${list('gone')})
             is not distinct from (last.institution_name, last.name, last.created_on, last.go_live_on, ${list('last')}) as same
    from gone join incoming_practice last on last.line = gone.last_line`.execute(transaction);
  await sql`delete from incoming_practice p using superseded_practice s where p.line = s.line`.execute(transaction);
}

/** An institution is what its rows say together; its practice type is the commonest of its locations. */
async function prepareInstitutions(transaction: Queries, { has, today }: Merge): Promise<void> {
  await sql`
    create temporary table incoming_institution on commit drop as
    with said as (
      select to_institution as institution_id,
             (array_agg(institution_name order by line desc) filter (where institution_name is not null))[1] as name,
             (array_agg(name order by to_location))[1] as location_name,
             min(created_on) as created_on, min(go_live_on) as go_live_on
      from incoming_practice group by to_institution
    ), typed as (
      select institution_id, mode() within group (order by practice_type) as practice_type
      from (
        select to_institution as institution_id, practice_type from incoming_practice
        union all
        select l.institution_id, l.practice_type from location l
        where l.closed_on is null and exists (select from said where said.institution_id = l.institution_id)
          and not exists (select from incoming_practice p where p.to_institution = l.institution_id and p.to_location = l.location_id)
      ) location_type
      group by institution_id
    ), target as (
      select s.institution_id, coalesce(s.name, i.name, s.location_name) as name,
             ${has('practiceType') ? sql`t.practice_type` : sql`i.practice_type`} as practice_type,
             coalesce(s.created_on, i.created_on, least(s.go_live_on, ${today}::date)) as created_on,
             coalesce(s.go_live_on, case when i.go_live_on <> i.created_on then i.go_live_on end, s.created_on, i.created_on, ${today}::date) as go_live_on,
             i.institution_id is null as is_new,
             i.name as old_name, i.practice_type as old_practice_type, i.created_on as old_created_on, i.go_live_on as old_go_live_on
      from said s
      join typed t using (institution_id)
      left join institution i using (institution_id)
    )
    select institution_id, name, practice_type, created_on, go_live_on, is_new,
           is_new or (name, practice_type, created_on, go_live_on)
             is distinct from (old_name, old_practice_type, old_created_on, old_go_live_on) as differs
    from target`.execute(transaction);
}

async function prepareLocations(transaction: Queries, { has }: Merge): Promise<void> {
  const targets = sql.join(
    attributes.map(([column, key]) => sql`${sql.ref(has(key) ? `p.${column}` : `l.${column}`)} as ${sql.ref(column)}`),
  );
  await sql`
    create temporary table incoming_location on commit drop as
    select t.*, case when t.old_name is null then 'added'
                     when t.institution_differs or (t.name, ${list('t')}) is distinct from (t.old_name, ${list('l')}) then 'changed'
                     else 'unchanged' end as outcome
    from (
      select p.to_institution as institution_id, p.to_location as location_id, coalesce(p.name, p.institution_name, l.name, i.name) as name, ${targets},
             coalesce(l.opened_on, i.created_on) as opened_on, l.name as old_name, i.differs as institution_differs
      from incoming_practice p
      join incoming_institution i on i.institution_id = p.to_institution
      left join location l on l.institution_id = p.to_institution and l.location_id = p.to_location
    ) t
    left join location l on l.institution_id = t.institution_id and l.location_id = t.location_id`.execute(transaction);
}

async function countOutcomes(transaction: Queries): Promise<MergeCounts> {
  const { rows } = await sql<MergeCounts>`
    select (select count(*) from incoming_location where outcome = 'added') as added,
           (select count(*) from incoming_location where outcome = 'changed') as changed,
           (select count(*) from incoming_location where outcome = 'unchanged') + (select count(*) from superseded_practice where same) as unchanged,
           (select count(*) from superseded_practice where not same) as superseded`.execute(transaction);
  return rows[0] ?? { added: 0, changed: 0, unchanged: 0, superseded: 0 };
}

async function write(transaction: Queries, now: Date): Promise<void> {
  await sql`
    insert into institution (institution_id, name, practice_type, created_on, go_live_on, source, updated_at)
    select institution_id, name, practice_type, created_on, go_live_on, 'import', ${now}::timestamptz
    from incoming_institution where differs
    on conflict (institution_id) do update set name = excluded.name, practice_type = excluded.practice_type, created_on = excluded.created_on,
      go_live_on = excluded.go_live_on, source = excluded.source, updated_at = excluded.updated_at`.execute(transaction);
  await sql`
    insert into location (institution_id, location_id, name, ${sql.join(names)}, opened_on, updated_at)
    select institution_id, location_id, name, ${sql.join(names)}, opened_on, ${now}::timestamptz
    from incoming_location where outcome <> 'unchanged'
    on conflict (institution_id, location_id) do update set name = excluded.name, updated_at = excluded.updated_at,
      ${sql.join(attributes.map(([column]) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`))}`.execute(transaction);
}
