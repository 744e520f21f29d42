import type { ColumnType, Generated } from 'kysely';
import type { JsonColumn } from '#server/core/db/json.ts';
import type { Day } from '#shared/core/dates.ts';
import type { PlacesProviderName } from '#shared/core/provider-names.ts';
import type { ProspectFactField } from '#shared/prospects/changes.ts';
import type { ProspectDealState } from '#shared/prospects/deals.ts';
import type { ProspectStage } from '#shared/prospects/stages.ts';
import type { MetCriterion } from './list/record-queries.ts';

declare module '#server/core/db/schema.ts' {
  interface Schema extends ProspectTables {}
}

/** External directory of practices. Calls to it are counted per business day. */
export type ExternalPlacesProviderName = Exclude<PlacesProviderName, 'local'>;

interface ProspectTables {
  place: PlaceTable;
  place_link: PlaceLinkTable;
  places_usage: PlacesUsageTable;
  places_pause: PlacesPauseTable;
  prospect: ProspectTable;
  prospect_work: ProspectWorkTable;
  prospect_fact: ProspectFactTable;
  prospect_change: ProspectChangeTable;
  prospect_note: ProspectNoteTable;
  contact_suppression: ContactSuppressionTable;
  prospect_conversion: ProspectConversionTable;
  prospect_merge: ProspectMergeTable;
  prospect_deal: ProspectDealTable;
}

interface PlaceTable {
  place_id: string;
  name: string;
  business_type: string;
  address: string;
  city: string;
  state: string;
  zip: string;
  latitude: number | null;
  longitude: number | null;
  phone: string | null;
  website: string | null;
  rating: number | null;
  total_ratings: number;
  opening_hours: ColumnType<string[] | null, string | null, string | null>;
  bio: string | null;
}

interface PlaceLinkTable {
  institution_id: number;
  place_id: string;
}

/** Number of calls to an external directory on a business day. */
interface PlacesUsageTable {
  day: Day;
  provider: ExternalPlacesProviderName;
  count: number;
}

/**
 * Time before which no process calls an external directory, because the directory requested a
 * pause.
 */
interface PlacesPauseTable {
  provider: ExternalPlacesProviderName;
  until: Date;
}

interface ProspectTable {
  prospect_id: Generated<number>;
  place_id: string | null;
  name: string;
  address: string;
  business_type: string;
  latitude: number | null;
  longitude: number | null;
  phone: string | null;
  rating: number | null;
  total_ratings: number | null;
  source: string;
  /** Id in the source system; `null` for a prospect found in the places directory. */
  external_id: Generated<string | null>;
  /**
   * Natural key that this prospect should have under the current rules but cannot get, because
   * another prospect of the same source already has it; `null` without such a conflict.
   */
  shared_key: Generated<string | null>;
  /** Values from an imported file; `null` when no file has them. */
  website: Generated<string | null>;
  ehr: Generated<string | null>;
  location_count: Generated<number | null>;
  /** Time of the last import that changed the prospect; `null` for a prospect from a directory. */
  imported_at: Generated<Date | null>;
  created_at: Date;
  /** Directory in which the prospect was found; `null` for a prospect from a file. */
  directory: Generated<PlacesProviderName | null>;
}

interface ProspectWorkTable {
  prospect_id: number;
  stage: ProspectStage;
  stage_since: Date;
  owner_id: string | null;
  lost_reason: string | null;
  /** Expected monthly amount in cents; `null` until a user enters one. */
  monthly_cents: number | null;
  /** Ticked exit criteria by id. */
  met_criteria: ColumnType<Record<string, MetCriterion>, string | undefined, string>;
  version: Generated<number>;
}

interface ProspectFactTable {
  prospect_id: number;
  field: ProspectFactField;
  value: string;
  /** User who typed the fact, or who took it from a record. */
  entered_by: string;
  checked_at: Date;
  /** Directory with the record; `null` for a fact that the user typed. */
  source: Generated<'nppes' | null>;
}

interface ProspectChangeTable {
  prospect_id: number;
  change_id: string;
  changed_by: string;
  changed_at: Date;
  change: JsonColumn<Record<string, unknown>>;
  before: JsonColumn<Record<string, unknown>>;
}

/** Text that a user typed, or record of a call. */
export type ProspectNoteKind = 'note' | 'call';

interface ProspectNoteTable {
  prospect_id: number;
  note_id: string;
  author_id: string;
  body: string;
  created_at: Date;
  kind: Generated<ProspectNoteKind>;
  /** Time at which a call was undone; `null` for other notes. */
  undone_at: Date | null;
}

interface ContactSuppressionTable {
  suppression_id: string;
  prospect_id: number | null;
  phone_digits: string | null;
  email: string | null;
  reason: string;
  added_by: string;
  added_at: Date;
  lifted_by: string | null;
  lifted_at: Date | null;
}

interface ProspectConversionTable {
  institution_id: number;
  conversion_id: string;
  prospect_id: number;
  is_new: boolean;
  request: JsonColumn<Record<string, unknown>>;
  before: JsonColumn<Record<string, unknown>>;
  created: JsonColumn<Record<string, unknown>>;
  converted_by: string;
  converted_at: Date;
}

interface ProspectMergeTable {
  merge_id: string;
  position: Generated<number>;
  /** Merged prospect, which lists leave out until the merge is undone. */
  prospect_id: number;
  /** Prospect into which it was merged. */
  kept_id: number;
  /** Prospect that stands for it today, after later merges. */
  merged_into: number;
  merged_by: string;
  merged_at: Date;
  request: JsonColumn<object>;
  undo_data: JsonColumn<object>;
  /** Values that the remaining prospect takes from the merged one; `null` when it keeps its own. */
  latitude: number | null;
  longitude: number | null;
  rating: number | null;
  total_ratings: number | null;
  opening_hours: JsonColumn<string[]> | null;
  undone_by: string | null;
  undone_at: Date | null;
}

interface ProspectDealTable {
  /** Idempotency key of the deal in the CRM. */
  deal_key: string;
  prospect_id: number;
  /** Id in the CRM; `null` until the CRM has created the deal. */
  deal_id: number | null;
  /** Deal as it is sent to the CRM. */
  request: JsonColumn<object>;
  /** Pipeline and stage in the CRM; `null` until the CRM has created the deal. */
  pipeline: string | null;
  stage: string | null;
  state: ProspectDealState;
  /** Why the CRM refused the deal. */
  problem: string | null;
  /** `true` when the CRM has assigned the deal to a customer. */
  is_of_customer: Generated<boolean>;
  opened_by: string;
  opened_at: Date;
}
