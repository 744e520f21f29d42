import type { Insertable } from 'kysely';
import type { Schema } from '#server/core/db/schema.ts';
import { buildTimeOnDemoWorkday } from '#server/institutions/demo-rows.ts';
import type { DemoCalendar } from './calendar.ts';
import type { ProductHistory } from './life.ts';
import type { DemoInstitution, DemoLocation } from './world.ts';

export type DemoTableRow<Table extends keyof Schema> = Insertable<Schema[Table]>;

export const institutionRow = (
  calendar: DemoCalendar,
  institution: DemoInstitution,
  updatedOn: number,
): DemoTableRow<'institution'> => ({
  institution_id: institution.institutionId,
  name: institution.name,
  practice_type: institution.practiceType.name,
  created_on: calendar.dayAt(institution.created),
  go_live_on: calendar.dayAt(institution.created),
  churned_on: institution.churned === null ? null : calendar.dayAt(institution.churned),
  source: 'demo',
  updated_at: buildTimeOnDemoWorkday(calendar.dayAt(updatedOn)),
});

export const locationRow = (
  calendar: DemoCalendar,
  institution: DemoInstitution,
  location: DemoLocation,
  updatedOn: number,
): DemoTableRow<'location'> => ({
  institution_id: institution.institutionId,
  location_id: location.locationId,
  name: location.name,
  street_address: location.streetAddress,
  city: location.city,
  state: location.state,
  // A location without coordinates also gets no ZIP code, because the map would otherwise place it
  // in the middle of the ZIP code.
  zip: location.latitude === null ? null : location.zip,
  phone: location.phone,
  latitude: location.latitude,
  longitude: location.longitude,
  practice_type: institution.practiceType.name,
  ehr: location.ehr,
  online_booking_link: location.onlineBookingLink,
  opened_on: calendar.dayAt(location.opened),
  closed_on: location.closed === null ? null : calendar.dayAt(location.closed),
  updated_at: buildTimeOnDemoWorkday(calendar.dayAt(updatedOn)),
});

/**
 * Returns the row of an entitlement. An entitlement of a lost customer ends on the day the customer
 * left.
 */
export function entitlementRow(
  calendar: DemoCalendar,
  institution: DemoInstitution,
  { product, from, to }: ProductHistory,
): DemoTableRow<'entitlement'> {
  const end = to ?? institution.churned;
  return {
    institution_id: institution.institutionId,
    product,
    valid_from: calendar.dayAt(from),
    valid_to: end === null ? null : calendar.dayAt(Math.min(end, institution.churned ?? end)),
  };
}

/**
 * Tables that change after the day on which the demo starts, with their primary keys. A table comes
 * after the tables it references.
 */
export const changingTablePrimaryKeys = {
  institution: ['institution_id'],
  location: ['institution_id', 'location_id'],
  entitlement: ['institution_id', 'product', 'valid_from'],
  contact: ['institution_id', 'contact_id'],
  churn_event: ['institution_id', 'loss_id'],
  contract: ['institution_id', 'external_source', 'contract_id'],
  crm_deal: ['institution_id', 'deal_id'],
  crm_ticket: ['institution_id', 'ticket_id'],
  crm_ticket_message: ['institution_id', 'ticket_id', 'message_id'],
  place: ['place_id'],
  place_link: ['institution_id'],
  onboarding_case: ['institution_id'],
  onboarding_milestone: ['institution_id', 'milestone', 'product'],
  onboarding_blocker: ['institution_id', 'from_on'],
  onboarding_pause: ['institution_id', 'from_on'],
} as const;
export type ChangingTable = keyof typeof changingTablePrimaryKeys;

/** Row of a table in its state at the end of a day. */
export type EndOfDayRow = {
  [Table in ChangingTable]: { day: number; table: Table; row: DemoTableRow<Table> };
}[ChangingTable];
