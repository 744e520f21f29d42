import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Database } from '#server/core/db/database.ts';
import type { Schema } from '#server/core/db/schema.ts';

const at = new Date('2026-11-01T00:00:00Z');

/**
 * Inserts an institution and, unless `locations` are given, one location. Their ids are also their
 * external ids, by which imports find them. Pass only the fields under test.
 */
export async function insertInstitution(
  database: Database,
  institution: Partial<Insertable<Schema['institution']>> & { institution_id: number },
  locations: (Partial<Insertable<Schema['location']>> & { location_id: number })[] = [
    { location_id: institution.institution_id * 10 },
  ],
): Promise<void> {
  await database.foreground
    .insertInto('institution')
    .values({
      name: `Institution ${institution.institution_id}`,
      practice_type: 'General dentistry',
      created_on: '2024-03-01',
      go_live_on: '2024-03-01',
      churned_on: null,
      source: 'import',
      external_source: 'import',
      external_id: String(institution.institution_id),
      updated_at: at,
      ...institution,
    })
    .execute();
  if (locations.length === 0) return;
  await database.foreground
    .insertInto('location')
    .values(
      locations.map((location) => ({
        institution_id: institution.institution_id,
        external_source: 'import',
        external_id: String(location.location_id),
        name: `Location ${location.location_id}`,
        street_address: '4 Main St',
        city: 'Greenwich',
        state: 'CT',
        zip: '06831',
        phone: '(203) 555-0101',
        latitude: 41.02,
        longitude: -73.63,
        practice_type: 'General dentistry',
        ehr: 'Dentrix',
        online_booking_link: null,
        opened_on: '2024-03-01',
        closed_on: null,
        updated_at: at,
        ...location,
      })),
    )
    .execute();
}

/** Inserts a place into the local places directory. */
export async function insertPlace(
  database: Database,
  place: Partial<Insertable<Schema['place']>> & { place_id: string },
): Promise<void> {
  await database.foreground
    .insertInto('place')
    .values({
      name: `Place ${place.place_id}`,
      business_type: 'Dentist',
      address: '9 Oak Ave, Hartford, CT 06101',
      city: 'Hartford',
      state: 'CT',
      zip: '06101',
      latitude: 41.76,
      longitude: -72.68,
      phone: '(860) 555-0109',
      website: 'oak.example',
      rating: 4.5,
      total_ratings: 20,
      opening_hours: null,
      bio: null,
      ...place,
    })
    .execute();
}

/** Inserts a prospect from a file. Pass only the fields under test. */
export async function insertProspect(
  database: Database,
  prospect: Partial<Insertable<Schema['prospect']>> & { prospect_id: number },
): Promise<void> {
  await database.foreground
    .insertInto('prospect')
    .values({
      place_id: null,
      name: `Prospect ${prospect.prospect_id}`,
      address: '',
      business_type: 'Dentist',
      latitude: null,
      longitude: null,
      phone: null,
      rating: null,
      total_ratings: null,
      source: 'referral',
      created_at: new Date('2026-11-08T18:00:00Z'),
      ...prospect,
    })
    .execute();
}

/** Inserts a notice of a customer. Pass only the fields under test. */
export async function insertNotice(
  database: Database,
  notice: Partial<Insertable<Schema['churn_event']>> & { institution_id: number },
): Promise<void> {
  await database.foreground
    .insertInto('churn_event')
    .values({
      loss_id: randomUUID(),
      noticed_on: '2026-11-01',
      effective_on: '2026-12-16',
      reason: 'Competitor',
      ...notice,
    })
    .execute();
}
