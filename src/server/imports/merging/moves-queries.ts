import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { StagedImportRun } from './merge.ts';

/**
 * Marks staged practices whose location moved from another institution. The file must use the
 * location's id in only one institution. Exactly one open location of another institution must have
 * this id, and the zip codes must not differ. A source may number its locations per institution.
 * Therefore, the name or the street must match too, unless all open locations of the source have
 * different ids.
 */
export async function markMovedLocations(
  transaction: Queries,
  { importId, externalSource }: Pick<StagedImportRun, 'importId' | 'externalSource'>,
): Promise<void> {
  await sql`
    with candidate as (
      select s.line, s.location_external_id, s.institution_external_id, min(l.institution_id) as old_institution, min(l.location_id) as old_location
      from practice_staging s
      join location l on l.external_source = ${externalSource} and l.external_id = s.location_external_id and l.closed_on is null
      join institution i on i.institution_id = l.institution_id
      where s.import_id = ${importId}::uuid and s.institution_external_id is not null and s.closed_on is null
        and not exists (select from merged_institution m where m.institution_id = l.institution_id
          and m.external_source = ${externalSource} and m.external_id = s.institution_external_id)
      group by s.line, s.location_external_id, s.institution_external_id
      having count(*) = 1 and bool_and(i.external_id is distinct from s.institution_external_id)
    ), named_once as (
      select location_external_id from practice_staging
      where import_id = ${importId}::uuid and location_external_id in (select location_external_id from candidate)
      group by location_external_id
      having count(distinct coalesce(institution_external_id, '')) = 1
    ), numbering as (
      select count(distinct institution_id) > 1 and count(*) = count(distinct external_id) as is_common
      from location where external_source = ${externalSource} and external_id is not null and closed_on is null
        and exists (select from candidate)
    )
    update practice_staging s set moved_from_institution = c.old_institution, moved_from_location = c.old_location
    from candidate c
    join named_once n using (location_external_id)
    join location l on l.institution_id = c.old_institution and l.location_id = c.old_location
    cross join numbering
    where s.import_id = ${importId}::uuid and s.line = c.line
      and (s.zip is null or l.zip is null or left(s.zip, 5) = left(l.zip, 5))
      and (numbering.is_common or lower(s.street_address) = lower(l.street_address)
        or lower(coalesce(s.name, s.institution_name)) = lower(l.name))`.execute(transaction);
}
