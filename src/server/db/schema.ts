import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { Role } from '#shared/auth.ts';
import type { HealthRules, HealthTier, PeerLevel, SizeTier } from '#shared/health.ts';
import type { ImportKind, ImportReport, JobRun } from '#shared/operations.ts';
import type { ProductKey } from '#shared/products.ts';
import type { RiskOutcomeKind, RiskReason } from '#shared/risk-cases.ts';
import type { TrialResult } from '#shared/scoring-rules.ts';
import type { TaskStatus } from '#shared/tasks.ts';
import type { WorkEventKind } from '#shared/timeline.ts';

/**
 * The tables of migrations/, for the query builder. Both drivers answer alike: bigint and numeric as
 * number, date as 'YYYY-MM-DD', timestamptz as Date, json parsed.
 */
export interface Schema {
  app_user: AppUserTable;
  user_session: UserSessionTable;
  sign_in_attempt: SignInAttemptTable;
  auth_event: AuthEventTable;
  api_key: ApiKeyTable;
  audit_log: AuditLogTable;
  institution: InstitutionTable;
  location: LocationTable;
  practice_key: PracticeKeyTable;
  entitlement: EntitlementTable;
  contact: ContactTable;
  churn_event: ChurnEventTable;
  list_version: ListVersionTable;
  usage_daily: UsageDailyTable;
  usage_week: UsageWeekTable;
  feed_week: FeedWeekTable;
  rules_version: RulesVersionTable;
  rules_trial: RulesTrialTable;
  benchmark_trial: BenchmarkTable;
  score_trial: ScoreTable;
  product_trial: ProductScoreTable;
  official_week: OfficialWeekTable;
  benchmark_week: BenchmarkTable;
  score_week: ScoreTable;
  product_week: ProductScoreTable;
  benchmark_provisional: BenchmarkTable & { as_of_day: string; made_at: Date };
  score_provisional: ScoreTable & { as_of_day: string; made_at: Date };
  product_provisional: ProductScoreTable;
  job_schedule: JobScheduleTable;
  job_run: JobRunTable;
  crm_owner: CrmOwnerTable;
  crm_deal: CrmDealTable;
  crm_ticket: CrmTicketTable;
  place: PlaceTable;
  place_link: PlaceLinkTable;
  prospect: ProspectTable;
  article: ArticleTable;
  demo_world: DemoWorldTable;
  import_run: ImportRunTable;
  practice_staging: PracticeStagingTable;
  usage_staging: UsageStagingTable;
  entitlement_staging: EntitlementStagingTable;
  saved_view: SavedViewTable;
  board: BoardTable;
  saved_view_default: SavedViewDefaultTable;
  note: NoteTable;
  task: TaskTable;
  risk_case: RiskCaseTable;
  risk_outcome: RiskOutcomeTable;
  work_event: WorkEventTable;
  crm_owner_change: CrmOwnerChangeTable;
}

type Json<T extends object> = JSONColumnType<T, string | undefined, string>;

interface AppUserTable {
  user_id: Generated<string>;
  issuer: string;
  subject: string;
  email: string;
  name: string;
  picture: string | null;
  role: Role;
  status: Generated<'active' | 'disabled'>;
  created_at: Date;
  /** null for a person who is known but never came in. */
  last_sign_in_at: Date | null;
}

interface UserSessionTable {
  session_hash: string;
  user_id: string;
  created_at: Date;
  last_seen_at: Date;
  revoked_at: Date | null;
}

interface SignInAttemptTable {
  state_hash: string;
  browser_hash: string;
  nonce: string;
  code_verifier: string;
  return_to: string;
  created_at: Date;
}

interface AuthEventTable {
  auth_event_id: Generated<string>;
  at: Date;
  user_id: string | null;
  kind: string;
  detail: Json<Record<string, unknown>>;
}

interface ApiKeyTable {
  api_key_id: Generated<string>;
  key_hash: string;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
  revoked_at: Date | null;
}

interface AuditLogTable {
  audit_id: Generated<string>;
  at: Date;
  actor: string;
  action: string;
  object_type: string;
  object_id: string;
  detail: Json<Record<string, unknown>>;
}

interface InstitutionTable {
  institution_id: number;
  name: string;
  practice_type: string | null;
  created_on: string;
  go_live_on: string;
  churned_on: string | null;
  source: 'demo' | 'import';
  updated_at: Date;
}

interface LocationTable {
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
  practice_type: string | null;
  ehr: string | null;
  online_booking_link: string | null;
  opened_on: string;
  closed_on: string | null;
  updated_at: Date;
}

interface PracticeKeyTable {
  natural_key: string;
  institution_id: number;
  location_id: number;
}

interface EntitlementTable {
  institution_id: number;
  product: ProductKey;
  valid_from: string;
  valid_to: string | null;
}

interface ContactTable {
  institution_id: number;
  contact_id: number;
  name: string;
  role: string;
  email: string;
  phone: string | null;
}

interface ChurnEventTable {
  institution_id: number;
  noticed_on: string;
  effective_on: string;
  reason: string;
}

interface ListVersionTable {
  list: 'practices' | 'prospects';
  version: number;
}

interface UsageDailyTable {
  institution_id: number;
  location_id: number;
  product: ProductKey;
  day: string;
  value: number;
}

interface UsageWeekTable {
  institution_id: number;
  location_id: number;
  product: ProductKey;
  week_start: string;
  value: number;
}

interface FeedWeekTable {
  institution_id: number;
  location_id: number;
  week_start: string;
  last_report_on: string;
}

interface RulesVersionTable {
  rules_version_id: number;
  rules: Json<HealthRules>;
  note: string;
  created_at: Date;
  created_by: string | null;
  trial_id: string | null;
}

interface RulesTrialTable {
  trial_id: string;
  rules: Json<HealthRules>;
  based_on: number;
  requested_by: string;
  requested_at: Date;
  weeks_done: Generated<number>;
  weeks_total: Generated<number>;
  finished_at: Date | null;
  result: ColumnType<TrialResult | null, string | null | undefined, string | null>;
  error: string | null;
}

interface OfficialWeekTable {
  week_start: string;
  week_end: string;
  rules_version_id: number;
  closed_at: Date;
  institutions: number;
}

interface BenchmarkTable {
  week_start: string;
  product: ProductKey;
  peer_level: PeerLevel;
  size_tier: SizeTier | '';
  practice_type: string;
  benchmark: number;
  quartile_low: number;
  quartile_high: number;
  institutions: number;
  locations: number;
}

interface ScoreTable {
  institution_id: number;
  week_start: string;
  rules_version_id: number;
  size_tier: SizeTier;
  practice_type: string | null;
  location_count: number;
  measured_locations: number;
  entitled_features: number;
  active_features: number;
  coverage: number;
  adoption_score: number | null;
  health_tier: HealthTier;
  previous_score: number | null;
  previous_health_tier: HealthTier | null;
  score_change: number | null;
  percent_change: number | null;
  tier_change: 'up' | 'down' | 'flat';
  has_zero_usage: boolean;
  in_grace: boolean;
  at_risk: boolean;
  weeks_at_risk: number;
  weeks_declining: number;
  weeks_improving: number;
  change_by_usage: number | null;
  change_by_peers: number | null;
  change_by_entitlements: number | null;
  change_by_locations: number | null;
}

interface ProductScoreTable {
  institution_id: number;
  week_start: string;
  product: ProductKey;
  entitled: boolean;
  usage: number;
  benchmark: number | null;
  expected: number | null;
  score: number | null;
  peer_level: PeerLevel | null;
  peers: number | null;
}

interface JobScheduleTable {
  schedule: string;
  decided_until: Date;
}

interface JobRunTable {
  job_run_id: Generated<string>;
  job: string;
  schedule: string | null;
  scheduled_for: Date;
  business_date: string;
  state: JobRun['state'];
  attempt: Generated<number>;
  fence: Generated<number>;
  lease_until: Date | null;
  arguments: Json<Record<string, unknown>>;
  progress: ColumnType<JobRun['progress'], string | null | undefined, string | null>;
  result: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
  error: string | null;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
}

interface CrmOwnerTable {
  owner_id: number;
  name: string;
  email: string;
  archived: Generated<boolean>;
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

interface CrmTicketTable {
  institution_id: number;
  ticket_id: number;
  subject: string;
  body: string;
  pipeline: string;
  stage: string;
  priority: string;
  owner_id: number | null;
  product: ProductKey | null;
  created_at: Date;
  updated_at: Date;
  closed_at: Date | null;
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
  created_at: Date;
}

interface ArticleTable {
  article_id: number;
  title: string;
  body: string;
  category: string;
  updated_at: Date;
}

interface DemoWorldTable {
  business_date: string;
  finished_at: Date;
  counts: Json<Record<string, number>>;
}

interface ImportRunTable {
  import_id: string;
  kind: ImportKind;
  source: string;
  state: 'running' | 'succeeded' | 'failed';
  started_at: Date;
  seen_at: Date;
  finished_at: Date | null;
  report: ColumnType<ImportReport | null, string | null | undefined, string | null>;
}

interface PracticeStagingTable {
  import_id: string;
  line: number;
  institution_id: number | null;
  location_id: number | null;
  identity: string;
  institution_name: string | null;
  name: string | null;
  street_address: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  phone: string | null;
  latitude: number | null;
  longitude: number | null;
  practice_type: string | null;
  ehr: string | null;
  online_booking_link: string | null;
  created_on: string | null;
  go_live_on: string | null;
  closed_on: string | null;
}

interface UsageStagingTable {
  import_id: string;
  line: number;
  institution_id: number | null;
  location_id: number | null;
  product: ProductKey;
  day: string;
  value: number;
}

interface EntitlementStagingTable {
  import_id: string;
  line: number;
  institution_id: number;
  product: ProductKey;
  entitled: boolean;
  valid_from: string | null;
  valid_to: string | null;
}

interface NoteTable {
  institution_id: number;
  note_id: string;
  author_id: string;
  body: string;
  version: Generated<number>;
  created_at: Date;
  edited_at: Date | null;
  deleted_at: Date | null;
}

interface TaskTable {
  institution_id: number;
  task_id: string;
  title: string;
  details: Generated<string>;
  due_on: string | null;
  assignee_id: string | null;
  status: Generated<TaskStatus>;
  snoozed_until: string | null;
  version: Generated<number>;
  created_by: string;
  created_at: Date;
  updated_by: string;
  updated_at: Date;
  closed_at: Date | null;
}

interface RiskCaseTable {
  institution_id: number;
  assignee_id: string | null;
  snoozed_until: string | null;
  snooze_reason: string | null;
  snoozed_by: string | null;
  snoozed_at: Date | null;
  /** The last official week and the tier when it was snoozed. */
  snooze_week: string | null;
  snooze_tier: HealthTier | null;
  version: number;
  updated_by: string;
  updated_at: Date;
}

interface RiskOutcomeTable {
  institution_id: number;
  outcome_id: string;
  decided_by: string;
  decided_at: Date;
  outcome: RiskOutcomeKind;
  note: string;
  judged_week: string | null;
  judged_score: number | null;
  judged_tier: HealthTier | null;
  judged_reasons: JSONColumnType<RiskReason[], string, string>;
}

interface WorkEventTable {
  institution_id: number;
  event_id: string;
  at: Date;
  actor_id: string;
  kind: 'task' | 'risk' | 'note';
  event: WorkEventKind;
  subject_id: string | null;
  detail: Json<Record<string, string | null>>;
}

interface CrmOwnerChangeTable {
  institution_id: number;
  deal_id: number;
  changed_at: Date;
  from_owner_id: number | null;
  to_owner_id: number | null;
}

interface SavedViewTable {
  saved_view_id: string;
  list: string;
  name: string;
  owner_id: string;
  shared: boolean;
  search: string;
  version: Generated<number>;
  created_at: Date;
  updated_at: Date;
}

interface BoardTable {
  board_id: string;
  owner_id: string;
  name: string;
  /** Read leniently. */
  widgets: ColumnType<unknown, string, string>;
  version: Generated<number>;
  created_at: Date;
  updated_at: Date;
}

interface SavedViewDefaultTable {
  user_id: string;
  list: string;
  saved_view_id: string;
}
