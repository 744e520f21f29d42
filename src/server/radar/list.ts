import type { Dependencies } from '#server/core/dependencies.ts';
import { createVersionCheckedListReader } from '#server/list/cached-list.ts';
import { institutionListReader } from '#server/portfolio/list.ts';
import {
  getIncidentLocations,
  getIncidents,
  type IncidentLocation,
  type ListedIncident,
} from '#shared/radar/radar.ts';
import { incidentName } from '#shared/radar/words.ts';
import {
  findIncidentLocationRows,
  findIncidentRows,
  findLastScan,
  type IncidentLocationRow,
  type IncidentRow,
  readIncidentsCacheVersion,
} from './list-queries.ts';
import { incidentStage } from './rules.ts';

const hourMs = 3_600_000;

/**
 * Returns the cached list of incidents. It is rebuilt after changes. It is also rebuilt every hour,
 * because an incident stays in the stage "Growing" for a limited time.
 */
export function createIncidentListReader({ database, clock }: Dependencies) {
  const { foreground } = database;
  async function build() {
    const now = clock();
    const rows = await findIncidentRows(foreground, now);
    return getIncidents.response.parse({
      rows: rows.map((row) => listedIncident(row, now)),
      look: await findLastScan(foreground),
    });
  }
  return createVersionCheckedListReader(
    async () =>
      `${Math.floor(clock().getTime() / hourMs)} ${await readIncidentsCacheVersion(foreground)}`,
    build,
  );
}

function listedIncident({ grewAt, ...row }: IncidentRow, now: Date): ListedIncident {
  return {
    ...row,
    name: incidentName(row),
    stage: incidentStage({ ...row, grewAt }, now),
    firstSeenAt: row.firstSeenAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    overAt: row.overAt?.toISOString() ?? null,
    dismissedAt: row.dismissedAt?.toISOString() ?? null,
  };
}

/**
 * Returns the locations of an incident, or the silent locations of all active incidents, with the
 * owners of the customers.
 */
export async function incidentLocations(
  dependencies: Dependencies,
  incidentId: string | undefined,
): Promise<IncidentLocation[]> {
  const rows = await findIncidentLocationRows(dependencies.database.foreground, incidentId);
  const customers = (await institutionListReader(dependencies)()).answer.rows;
  const owners = new Map(customers.map((row) => [row.institutionId, row.ownerName]));
  return getIncidentLocations.response.parse({
    rows: rows.map((row) => listedLocation(row, owners.get(row.institutionId) ?? null)),
  }).rows;
}

function listedLocation(
  { kind, incidentEhr, incidentState, place, ...row }: IncidentLocationRow,
  ownerName: string | null,
): IncidentLocation {
  return {
    ...row,
    ownerName,
    incidentName: incidentName({ kind, ehr: incidentEhr, state: incidentState, place }),
  };
}
