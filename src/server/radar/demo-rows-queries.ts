import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';

/** Deletes the incidents that have no locations left, and the figures of the last scan. */
export async function removeEmptyIncidents(transaction: Queries): Promise<void> {
  await sql`delete from incident i where not exists (select from incident_location m where m.incident_id = i.incident_id)`.execute(
    transaction,
  );
  await transaction.deleteFrom('radar_look').execute();
}
