import type { ColumnType, Generated } from 'kysely';
import type { ProductKey } from '#shared/core/products.ts';

declare module '#server/core/db/schema.ts' {
  interface Schema extends InstitutionTables {}
}

interface InstitutionTables {
  institution: InstitutionTable;
  location: LocationTable;
  practice_key: PracticeKeyTable;
  entitlement: EntitlementTable;
  contact: ContactTable;
  churn_event: ChurnEventTable;
  contract: ContractTable;
  list_version: ListVersionTable;
  crm_owner: CrmOwnerTable;
  shown_owner: ShownOwnerView;
  crm_deal: CrmDealTable;
  crm_owner_change: CrmOwnerChangeTable;
}

interface CrmOwnerTable {
  owner_id: number;
  name: string;
  email: string;
  archived: Generated<boolean>;
}

/**
 * Owners with display names. The display name is the name of the user or, without a user, the name
 * in the CRM. The email address is added when several owners have the same name.
 */
interface ShownOwnerView {
  owner_id: number;
  name: string;
  archived: boolean;
}

interface CrmDealTable {
  institution_id: number;
  deal_id: number;
  name: string;
  pipeline: string;
  stage: string;
  owner_id: number | null;
  amount_cents: number | null;
  closes_on: string | null;
  closed: boolean;
  updated_at: Date;
}

interface CrmOwnerChangeTable {
  institution_id: number;
  deal_id: number;
  changed_at: Date;
  from_owner_id: number | null;
  to_owner_id: number | null;
}

/** Id in a source system, and the source. Either both are set or both are `null`. */
interface ExternalIdColumns {
  external_source: ColumnType<string | null, string | null | undefined, string | null>;
  external_id: ColumnType<string | null, string | null | undefined, string | null>;
}

interface InstitutionTable extends ExternalIdColumns {
  institution_id: number;
  name: string;
  practice_type: string | null;
  /** Created date in an import file; `null` when no file contained one. */
  created_on: string | null;
  go_live_on: string | null;
  /**
   * Date of the import that added the institution. Set only when the file had no date and was not
   * the first import of its source.
   */
  first_seen_on: ColumnType<string | null, string | null | undefined, string | null>;
  /**
   * First day on which the institution counts as a customer: its created date, else its go-live
   * date, else the date it was first seen. `null` when all three are missing.
   */
  begins_on: ColumnType<string | null, never, never>;
  /** Go-live date, else created date, else date first seen; `null` when all three are missing. */
  live_on: ColumnType<string | null, never, never>;
  churned_on: string | null;
  source: 'demo' | 'import' | 'prospect';
  updated_at: Date;
}

interface LocationTable extends ExternalIdColumns {
  institution_id: number;
  location_id: number;
  name: string;
  street_address: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  phone: string | null;
  latitude: number | null;
  longitude: number | null;
  /**
   * ZIP code that an admin chose for the location's place on the map, because its own ZIP code is
   * missing or unknown.
   */
  placed_zip: ColumnType<string | null, string | null | undefined, string | null>;
  practice_type: string | null;
  ehr: string | null;
  online_booking_link: string | null;
  /** Opening date in an import file; `null` when no file contained one. */
  opened_on: string | null;
  /**
   * Date of the import that added the location to a known institution, when the file had no opening
   * date.
   */
  first_seen_on: ColumnType<string | null, string | null | undefined, string | null>;
  /** First day on which the location belongs to its institution; `null` when unknown. */
  begins_on: ColumnType<string | null, never, never>;
  closed_on: string | null;
  /**
   * Date on which the location moved to this institution from another institution (`moved_in_on`),
   * and date on which it moved from this institution to another (`moved_out_on`).
   */
  moved_in_on: ColumnType<string | null, string | null | undefined, string | null>;
  moved_out_on: ColumnType<string | null, string | null | undefined, string | null>;
  updated_at: Date;
}

interface PracticeKeyTable {
  natural_key: string;
  /**
   * Natural key that this practice should have under the current rules but cannot get, because
   * another practice already has it; `null` without such a conflict.
   */
  shared_key: Generated<string | null>;
  institution_id: number;
  location_id: number;
}

interface EntitlementTable {
  institution_id: number;
  product: ProductKey;
  /** First day of the entitlement; '-infinity' when the start is unknown. */
  valid_from: string;
  valid_to: string | null;
}

interface ContactTable extends ExternalIdColumns {
  institution_id: number;
  contact_id: Generated<number>;
  name: string;
  role: string | null;
  email: string | null;
  phone: string | null;
}

interface ContractTable {
  institution_id: number;
  external_source: string;
  contract_id: string;
  product: Nullable<ProductKey>;
  starts_on: string;
  /** First day after the end of the contract. */
  ends_on: Nullable<string>;
  monthly_cents: number;
}

/** Churn notice of a customer with its outcome. A customer has at most one active notice. */
interface ChurnEventTable extends ExternalIdColumns {
  institution_id: number;
  loss_id: Generated<string>;
  noticed_on: string;
  effective_on: string;
  /** Reason that the customer gave. A review may find another reason. */
  reason: string;
  reason_detail: Nullable<string>;
  found_reason: Nullable<string>;
  found_detail: Nullable<string>;
  avoidable: Nullable<'yes' | 'partly' | 'no'>;
  competitor: Nullable<string>;
  monthly_cents: Nullable<number>;
  locations_lost: Nullable<number>;
  win_back_on: Nullable<string>;
  entered_by: Nullable<string>;
  entered_at: Nullable<Date>;
  taken_back_at: Nullable<Date>;
  taken_back_by: Nullable<string>;
  taken_back_reason: Nullable<string>;
  version: Generated<number>;
}
type Nullable<Value> = ColumnType<Value | null, Value | null | undefined, Value | null>;

interface ListVersionTable {
  list: 'practices' | 'prospects' | 'work';
  version: number;
}
