import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Day } from '#shared/core/dates.ts';

/** System that assigned the ids in a file: a named source, or Chairside itself. */
export type IdSystem = { externalSource: string } | 'ours';

export interface KnownLocation {
  institutionId: number;
  locationId: number;
  /**
   * Day on which the location moved to this institution from another; `null` when it never moved.
   */
  movedInOn: Day | null;
  /** First day on which the location is closed; `null` while it is open. */
  closedOn: Day | null;
}

/** Go-live day of an institution and its active churn notice. */
export interface GoLiveAndNotice {
  liveOn: Day | null;
  /** Active notice; `externalId` is its id in the system of the file. */
  holding: { noticedOn: Day; externalId: string | null } | null;
}

const locationColumns = sql`institution_id as "institutionId", location_id as "locationId", moved_in_on as "movedInOn", closed_on as "closedOn"`;

/** Institution that an id refers to. */
export interface ResolvedInstitution {
  institutionId: number;
  /**
   * Institution that had the id before it was merged into `institutionId`; equal to `institutionId`
   * when it was not merged.
   */
  namedId: number;
}

/** Returns institutions by id. The id of a merged institution returns the remaining institution. */
export async function findInstitutionsByIds(
  database: Queries,
  system: IdSystem,
  ids: readonly string[],
): Promise<Map<string, ResolvedInstitution>> {
  if (ids.length === 0) return new Map();
  const { rows } =
    system === 'ours'
      ? await sql<ResolvedInstitution & { id: string }>`
          select institution_id::text as id, institution_id as "institutionId", institution_id as "namedId" from institution where institution_id = any(${ids}::bigint[])
          union all select merged_id::text, institution_id, merged_id from merged_institution where merged_id = any(${ids}::bigint[])`.execute(
          database,
        )
      : await sql<ResolvedInstitution & { id: string }>`
          select external_id as id, institution_id as "institutionId", institution_id as "namedId" from institution
          where external_source = ${system.externalSource} and external_id = any(${ids}::text[])
          union all select external_id, institution_id, merged_id from merged_institution
          where external_source = ${system.externalSource} and external_id = any(${ids}::text[])`.execute(
          database,
        );
  return new Map(rows.map(({ id, ...named }) => [id, named]));
}

/**
 * Returns locations by id. Several locations have the same id when institutions number their
 * locations independently.
 */
export async function findLocationsByIds(
  database: Queries,
  system: IdSystem,
  ids: readonly string[],
): Promise<Map<string, KnownLocation[]>> {
  if (ids.length === 0) return new Map();
  const { rows } =
    system === 'ours'
      ? await sql<KnownLocation & { id: string }>`
          select location_id::text as id, ${locationColumns} from location where location_id = any(${ids}::bigint[])`.execute(
          database,
        )
      : await sql<KnownLocation & { id: string }>`
          select external_id as id, ${locationColumns} from location
          where external_source = ${system.externalSource} and external_id = any(${ids}::text[])`.execute(
          database,
        );
  return Map.groupBy(rows, (row) => row.id);
}

/** Returns all locations of the institutions. */
export async function findLocationsOfInstitutions(
  database: Queries,
  institutionIds: readonly number[],
): Promise<Map<number, KnownLocation[]>> {
  if (institutionIds.length === 0) return new Map();
  const { rows } = await sql<KnownLocation>`
    select ${locationColumns} from location where institution_id = any(${institutionIds}::bigint[])`.execute(
    database,
  );
  return Map.groupBy(rows, (row) => row.institutionId);
}

export async function findGoLivesAndActiveNotices(
  database: Queries,
  externalSource: string,
  institutionIds: readonly number[],
): Promise<Map<number, GoLiveAndNotice>> {
  if (institutionIds.length === 0) return new Map();
  const { rows } = await sql<{
    institution_id: number;
    live_on: Day | null;
    noticed_on: Day | null;
    external_id: string | null;
  }>`
    select i.institution_id, i.live_on, e.noticed_on, case when e.external_source = ${externalSource} then e.external_id end as external_id
    from institution i left join churn_event e on e.institution_id = i.institution_id and e.taken_back_at is null
    where i.institution_id = any(${institutionIds}::bigint[])`.execute(database);
  return new Map(
    rows.map((row) => [
      row.institution_id,
      {
        liveOn: row.live_on,
        holding:
          row.noticed_on === null
            ? null
            : { noticedOn: row.noticed_on, externalId: row.external_id },
      },
    ]),
  );
}
