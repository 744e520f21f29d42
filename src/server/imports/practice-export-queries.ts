import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';

const rowsPerPage = 1_000;

/** What `npm run export -- practices` writes: our ids, and all that an import of practices takes. */
export interface ExportedPractice {
  chairsideInstitutionId: number;
  chairsideLocationId: number;
  externalSource: string | null;
  institutionId: string | null;
  locationId: string | null;
  institutionName: string;
  locationName: string;
  streetAddress: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  phone: string | null;
  latitude: number | null;
  longitude: number | null;
  practiceType: string | null;
  ehr: string | null;
  onlineBookingLink: string | null;
  createdOn: string | null;
  goLiveOn: string | null;
  openedOn: string | null;
  closedOn: string | null;
}

/** Every location, closed ones too, by our ids; a page at a time. */
export async function* exportedPractices(database: Queries): AsyncGenerator<ExportedPractice> {
  let last = { chairsideInstitutionId: 0, chairsideLocationId: 0 };
  for (;;) {
    const { rows } = await sql<ExportedPractice>`
      select i.institution_id as "chairsideInstitutionId", l.location_id as "chairsideLocationId",
             coalesce(l.external_source, i.external_source) as "externalSource", i.external_id as "institutionId", l.external_id as "locationId",
             i.name as "institutionName", l.name as "locationName", l.street_address as "streetAddress", l.city, l.state, l.zip, l.phone,
             l.latitude, l.longitude, l.practice_type as "practiceType", l.ehr, l.online_booking_link as "onlineBookingLink",
             i.created_on as "createdOn", i.go_live_on as "goLiveOn", l.opened_on as "openedOn", l.closed_on as "closedOn"
      from location l join institution i using (institution_id)
      where (l.institution_id, l.location_id) > (${last.chairsideInstitutionId}, ${last.chairsideLocationId})
      order by l.institution_id, l.location_id limit ${rowsPerPage}`.execute(database);
    yield* rows;
    const end = rows.at(-1);
    if (end === undefined || rows.length < rowsPerPage) return;
    last = end;
  }
}
