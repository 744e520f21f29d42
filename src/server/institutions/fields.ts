import type { Selectable } from 'kysely';
import type { Schema } from '#server/core/db/schema.ts';
import { type Day, monthsBetween } from '#shared/core/dates.ts';
import type { InstitutionFields } from '#shared/institutions/fields.ts';

/** Columns of `institution` that `institutionFieldsOf` needs. */
export const institutionColumns = [
  'institution_id',
  'name',
  'live_on',
] as const satisfies (keyof Schema['institution'])[];

export interface InstitutionFieldsRow
  extends Pick<Selectable<Schema['institution']>, (typeof institutionColumns)[number]> {
  tickets: number;
}

/** Returns the common fields of an institution as of a day. */
export const institutionFieldsOf = (row: InstitutionFieldsRow, day: Day): InstitutionFields => ({
  institutionId: row.institution_id,
  institutionName: row.name,
  goLiveDate: row.live_on,
  monthsSinceGoLive: row.live_on === null ? null : Math.max(0, monthsBetween(row.live_on, day)),
  totalTicketCount: row.tickets,
});
