import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { isRemainingSql } from '#server/work/prospect-tasks/merged-prospects-queries.ts';
import type { Day } from '#shared/core/dates.ts';
import type { PlacesProviderName } from '#shared/core/provider-names.ts';
import type { ProspectFactField } from '#shared/prospects/changes.ts';
import type { ListedProspect } from '#shared/prospects/rows.ts';
import type { ProspectStage } from '#shared/prospects/stages.ts';
import { takenValuesSql } from '../merged-queries.ts';

/** Tick of an exit criterion. */
export interface MetCriterion {
  userId: string;
  /** Time as ISO text. */
  at: string;
}

/** Prospect as stored: its own row, the facts that users entered, and the team's work. */
export interface ProspectRecord {
  prospectId: number;
  placeId: string | null;
  name: string;
  address: string;
  businessType: string;
  phone: string | null;
  latitude: number | null;
  longitude: number | null;
  /** `true` when the coordinates come from a merged prospect. */
  isPositionTaken: boolean;
  rating: number | null;
  totalRatings: number | null;
  source: string;
  /** Directory in which the prospect was found; `null` for a prospect from a file. */
  directory: PlacesProviderName | null;
  createdAt: Date;
  website: string | null;
  /** EHR and number of locations from an imported file; `null` when no file has them. */
  ehr: string | null;
  locationCount: number | null;
  /** Time of the last import that changed the prospect; `null` without one. */
  importedAt: Date | null;
  openingHours: string[] | null;
  /** Values that users entered, by field. */
  facts: Partial<Record<ProspectFactField, string>> | null;
  factsCheckedAt: Date | null;
  /** `null` until the team first changes the prospect. */
  stage: ProspectStage | null;
  stageSince: Date | null;
  ownerId: string | null;
  ownerName: string | null;
  lostReason: string | null;
  monthlyCents: number | null;
  doNotContact: string | null;
  lastNoteAt: Date | null;
  /** Open task that is due next and not snoozed; `null` when there is none. */
  nextTask: { title: string; dueOn: Day | null } | null;
  /** Customer that the prospect was converted to; `null` without a conversion. */
  customer: ListedProspect['customer'];
  /** Deal in the CRM; `null` without one, or when the CRM assigned it to a customer. */
  deal: ListedProspect['deal'];
  /** Exit criteria that users ticked, by id; `null` until the team first changes the prospect. */
  metCriteria: Readonly<Record<string, MetCriterion>> | null;
  version: number;
}

/**
 * Returns the given prospects, or all prospects, ordered by id. Leaves out prospects that were
 * merged into others.
 */
export async function findProspectRecords(
  queries: Queries,
  prospectIds: readonly number[] | null,
  today: Day,
): Promise<ProspectRecord[]> {
  const of = (alias: string, column = 'prospect_id') =>
    prospectIds === null
      ? sql`true`
      : sql`${sql.ref(`${alias}.${column}`)} = any(${prospectIds}::bigint[])`;
  const { rows } = await sql<ProspectRecord>`
    select p.prospect_id as "prospectId", p.place_id as "placeId", p.name, p.address, p.business_type as "businessType", p.phone,
      coalesce(taken.latitude, p.latitude) as latitude, coalesce(taken.longitude, p.longitude) as longitude, taken.latitude is not null as "isPositionTaken",
      coalesce(p.rating, taken.rating) as rating, coalesce(p.total_ratings, taken.total_ratings) as "totalRatings",
      p.source, p.directory, p.created_at as "createdAt", coalesce(place.website, p.website) as website, p.ehr, p.location_count as "locationCount", p.imported_at as "importedAt", coalesce(place.opening_hours, taken.opening_hours) as "openingHours", f.facts, f.checked_at as "factsCheckedAt",
      w.stage, w.stage_since as "stageSince", owner.user_id as "ownerId", owner.name as "ownerName", w.lost_reason as "lostReason",
      w.monthly_cents as "monthlyCents", s.reason as "doNotContact", n.last_at as "lastNoteAt", next.task as "nextTask", customer.json as customer, deal.json as deal, w.met_criteria as "metCriteria", coalesce(w.version, 0) as version
    from prospect p
    left join place on place.place_id = p.place_id
    left join prospect_work w on w.prospect_id = p.prospect_id
    left join person owner on owner.user_id = w.owner_id
    left join (
      select f.prospect_id, jsonb_object_agg(f.field, f.value) as facts, max(f.checked_at) as checked_at
      from prospect_fact f where ${of('f')} group by 1
    ) f on f.prospect_id = p.prospect_id
    left join (
      select s.prospect_id, min(s.reason) as reason from contact_suppression s
      where s.lifted_at is null and ${of('s')} group by 1
    ) s on s.prospect_id = p.prospect_id
    left join (
      select n.prospect_id, max(n.created_at) as last_at from prospect_note n where ${of('n')} and n.undone_at is null group by 1
    ) n on n.prospect_id = p.prospect_id
    left join (
      select distinct on (t.prospect_id) t.prospect_id, json_build_object('title', t.title, 'dueOn', t.due_on) as task from prospect_task t
      where t.status = 'open' and (t.snoozed_until is null or t.snoozed_until <= ${today}::date) and ${of('t')}
      order by t.prospect_id, t.due_on nulls last, t.created_at, t.task_id
    ) next on next.prospect_id = p.prospect_id
    left join (
      select distinct on (c.prospect_id) c.prospect_id, json_build_object('institutionId', i.institution_id, 'institutionName', i.name) as json
      from prospect_conversion c join institution i using (institution_id) where ${of('c')} order by c.prospect_id, c.converted_at desc
    ) customer on customer.prospect_id = p.prospect_id
    left join (
      select distinct on (d.prospect_id) d.prospect_id, json_build_object('dealKey', d.deal_key, 'pipeline', d.pipeline, 'stage', d.stage, 'state', d.state) as json
      from prospect_deal d where not d.is_of_customer and ${of('d')}
      order by d.prospect_id, d.state in ('waiting', 'open') desc, d.opened_at desc, d.deal_key
    ) deal on deal.prospect_id = p.prospect_id
    left join (${takenValuesSql(of('m', 'kept_id'))}) taken on taken.kept_id = p.prospect_id
    where ${of('p')} and ${isRemainingSql(sql`p.prospect_id`)}
    order by p.prospect_id`.execute(queries);
  return rows;
}

export interface ProspectVersion {
  /** Version of the list, which increases with every change of a prospect. */
  prospects: number;
  /**
   * Changes when a prospect is deleted, and when a user is added or gets another name.
   */
  others: string;
  /** Version of the settings, which include weights, territories and exit criteria. */
  settings: number;
  /** Increases with every change of a suppression. */
  suppressions: number;
}

export async function readProspectVersion(queries: Queries): Promise<ProspectVersion> {
  const { rows } = await sql<ProspectVersion>`
    select coalesce((select version from list_version where list = 'prospects'), 0) as prospects,
      concat_ws(':', (select version from list_version where list = 'deleted-prospects'), (select md5(string_agg(concat_ws(' ', user_id, name, email), ',' order by user_id)) from app_user)) as others,
      coalesce((select max(version) from setting_version), 0) as settings,
      coalesce((select version from list_version where list = 'suppressions'), 0) as suppressions`.execute(
    queries,
  );
  return rows[0] ?? { prospects: 0, others: '', settings: 0, suppressions: 0 };
}

/** Returns the ids of the prospects that were added or changed after a version. */
export async function findProspectsChangedAfter(
  queries: Queries,
  version: number,
): Promise<number[]> {
  const { rows } = await sql<{ prospect_id: number }>`
    select prospect_id from prospect_version where version > ${version}`.execute(queries);
  return rows.map(({ prospect_id }) => prospect_id);
}

/** Suppression in force of a phone number. */
export interface SuppressedPhone {
  phoneDigits: string;
  reason: string;
  /** Prospect for which contact was suppressed; `null` for the number alone. */
  prospectId: number | null;
}

/** Returns the oldest suppression in force of each suppressed phone number. */
export async function findSuppressedPhones(queries: Queries): Promise<SuppressedPhone[]> {
  const { rows } = await sql<SuppressedPhone>`
    select distinct on (phone_digits) phone_digits as "phoneDigits", reason, prospect_id as "prospectId"
    from contact_suppression where lifted_at is null and phone_digits is not null
    order by phone_digits, added_at, suppression_id`.execute(queries);
  return rows;
}
