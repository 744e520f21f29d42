import type { Generated } from 'kysely';
import type { IncidentKind } from '#shared/radar/words.ts';

declare module '#server/core/db/schema.ts' {
  interface Schema {
    incident: IncidentTable;
    incident_location: IncidentLocationTable;
    incident_task: IncidentTaskTable;
    radar_look: RadarScanTable;
  }
}

interface IncidentTable {
  incident_id: string;
  kind: IncidentKind;
  ehr: string | null;
  state: string | null;
  latitude: number | null;
  longitude: number | null;
  place: string | null;
  radius_miles: number | null;
  watched: number;
  silent: number;
  expected: number | null;
  most_silent: number;
  grew_at: Date | null;
  chance: number | null;
  likelihood_ratio: number | null;
  silent_since: string;
  first_seen_at: Date;
  found_at: Date;
  last_seen_at: Date;
  over_at: Date | null;
  dismissed_by: string | null;
  dismissed_at: Date | null;
  dismissed_reason: string | null;
  dismissed_silent: number | null;
  version: Generated<number>;
}

interface IncidentLocationTable {
  institution_id: number;
  location_id: number;
  incident_id: string;
  silent_since: string;
  back_on: string | null;
}

interface IncidentTaskTable {
  institution_id: number;
  incident_id: string;
  task_id: string;
}

export interface RadarScanTable {
  one_row: Generated<boolean>;
  looked_at: Date;
  as_of: string;
  watched_connections: number;
  silent_connections: number;
  watched_locations: number;
  silent_locations: number;
  unwatched_locations: number;
  groups_compared: number;
}
