import { sql } from 'kysely';
import type { Queries } from '#server/db/database.ts';
import { rollUpWeeks } from '#server/health/queries.ts';
import { addDays, type Day, weekEndOf } from '#shared/dates.ts';
import type { Merge, MergeCounts } from './merge.ts';
import { rejectInPages } from './reject-queries.ts';

/** Turns the staged rows into days of usage and makes the weeks they fall in anew, in the caller's transaction. */
export async function mergeUsage(transaction: Queries, merge: Merge): Promise<MergeCounts> {
  await findLocations(transaction, merge);
  await rejectInPages(transaction, merge, 'usage_staging', sql`join usage_place p on ${samePlace} and p.reason is not null`);
  await compare(transaction, merge);
  const { rows } = await sql<MergeCounts>`
    select count(*) filter (where nth = 1 and stored is null) as added,
           count(*) filter (where nth = 1 and stored <> value) as changed,
           count(*) filter (where case when nth = 1 then stored = value else value = last_value end) as unchanged,
           count(*) filter (where nth > 1 and value <> last_value) as superseded
    from incoming_usage`.execute(transaction);
  const counts = rows[0] ?? { added: 0, changed: 0, unchanged: 0, superseded: 0 };
  if (counts.added + counts.changed > 0) await write(transaction);
  return counts;
}

const samePlace = sql`p.given_institution = coalesce(s.institution_id, 0) and p.given_location = coalesce(s.location_id, 0)`;

/** Each pair of ids in the file is looked up once; one of the two is enough where it leaves no doubt. */
async function findLocations(transaction: Queries, { importId }: Merge): Promise<void> {
  await sql`
    create temporary table usage_place on commit drop as
    with given as (
      select distinct coalesce(institution_id, 0) as given_institution, coalesce(location_id, 0) as given_location
      from usage_staging where import_id = ${importId}::uuid
    ), found as (
      select g.*, count(l.location_id) as places, min(l.institution_id) as institution_id, min(l.location_id) as location_id
      from given g
      left join location l on (g.given_location = 0 or l.location_id = g.given_location)
        and (g.given_institution = 0 or l.institution_id = g.given_institution)
        and (g.given_location <> 0 or l.closed_on is null)
      group by g.given_institution, g.given_location
    )
    select found.*,
           case when places = 1 then null
                when given_institution <> 0 and not exists (select from institution i where i.institution_id = given_institution) then 'is not a known institution'
                when given_location = 0 and places = 0 then 'has no open location'
                when given_location = 0 then 'has several locations, so its usage needs a location id'
                when places > 1 then 'is a location id of several institutions, so its usage needs an institution id'
                when given_institution <> 0 then 'is not a location of this institution'
                else 'is not a known location' end as reason,
           case when given_location = 0 or (given_institution <> 0 and not exists (select from institution i where i.institution_id = given_institution))
                then 'institutionId' else 'locationId' end as "column"
    from found`.execute(transaction);
}

async function compare(transaction: Queries, { importId }: Merge): Promise<void> {
  await sql`
    create temporary table incoming_usage on commit drop as
    select i.*, u.value as stored
    from (
      select p.institution_id, p.location_id, s.product, s.day, s.value,
             row_number() over in_file as nth, first_value(s.value) over in_file as last_value
      from usage_staging s
      join usage_place p on ${samePlace}
      where s.import_id = ${importId}::uuid and p.reason is null
      window in_file as (partition by p.institution_id, p.location_id, s.product, s.day order by s.line desc)
    ) i
    left join usage_daily u on u.institution_id = i.institution_id and u.location_id = i.location_id and u.product = i.product and u.day = i.day`.execute(
    transaction,
  );
}

async function write(transaction: Queries): Promise<void> {
  await sql`
    insert into usage_daily (institution_id, location_id, product, day, value)
    select institution_id, location_id, product, day, value
    from incoming_usage where nth = 1 and stored is distinct from value
    on conflict (institution_id, location_id, product, day) do update set value = excluded.value`.execute(transaction);
  const { rows } = await sql<{ week: Day }>`
    select distinct day - extract(dow from day)::integer as week
    from incoming_usage where nth = 1 and stored is distinct from value order by week`.execute(transaction);
  for (const { from, to } of spans(rows.map((row) => row.week))) await rollUpWeeks(transaction, from, to);
}

/** Weeks in a row as one range each: a stray date of long ago does not touch the years between. */
function spans(weeks: Day[]): { from: Day; to: Day }[] {
  const found: { from: Day; to: Day }[] = [];
  for (const week of weeks) {
    const last = found.at(-1);
    if (last !== undefined && addDays(last.to, 1) === week) last.to = weekEndOf(week);
    else found.push({ from: week, to: weekEndOf(week) });
  }
  return found;
}
