import { isSameContract, isSamePerson } from '#server/imports/merging/same-record-sql.ts';

/**
 * Handling of a row that collides with a row of the kept customer under a unique key. Expressions read the kept row `k`, the other
 * row `o` and the time `m.at`.
 */
export type CollisionRule =
  /** The key contains an id that is assigned once, so rows of two customers never collide. */
  | { is: 'distinct' }
  /** The kept customer's row counts for both. The other row and its children are set aside; an undo restores them. */
  | { is: 'set aside' }
  /** The other row is set aside, after its values are copied into these columns of the kept row. */
  | { is: 'folded'; columns: Readonly<Record<string, string>> }
  /** Both rows stay, after these columns of the other row change. If `when` is false, the other row is set aside instead. */
  | { is: 'both'; columns: Readonly<Record<string, string>>; when?: string };

const distinct: CollisionRule = { is: 'distinct' };
const setAside: CollisionRule = { is: 'set aside' };
const filled = (...columns: string[]): Record<string, string> =>
  Object.fromEntries(columns.map((column) => [column, `coalesce(k.${column}, o.${column})`]));

const withOrigin = (id: string): string => `o.${id} || ' (' || o.institution_id || ')'`;
/**
 * Rules of the tables with a unique key of the institution and other columns; several apply one after the other. A table without a rule
 * fails the test over the catalog.
 */
export const collisionRules: Readonly<Record<string, CollisionRule | readonly CollisionRule[]>> = {
  alert_baseline: setAside,
  call_change: distinct,
  call_firing: distinct,
  // A customer has one open item of a kind and title. The other item is closed and keeps its firings and changes.
  call_to_action: {
    is: 'both',
    columns: {
      closed_at: 'm.at',
      outcome: `'lapsed'`,
      note: `concat_ws(' ', o.note, 'Merged with the open item of the other customer.')`,
      snoozed_until: 'null',
      snooze_reason: 'null',
      version: 'o.version + 1',
      updated_at: 'm.at',
    },
  },
  churn_event: setAside,
  churn_retro: distinct,
  churn_verdict: distinct,
  // Either one person was imported for both customers, or two persons have ids that are unique only within a customer.
  contact: [
    { is: 'both', columns: { external_id: withOrigin('external_id') }, when: `not ${isSamePerson('o', 'k')}` },
    { is: 'folded', columns: filled('role', 'email', 'phone') },
  ],
  // Either one contract was imported for both customers, or two contracts have ids that are unique only within a customer.
  contract: {
    is: 'both',
    columns: { contract_id: withOrigin('contract_id') },
    when: `not ${isSameContract('o', 'k')}`,
  },
  crm_deal: distinct,
  crm_owner_change: distinct,
  crm_ticket: distinct,
  crm_ticket_message: distinct,
  entitlement: {
    is: 'folded',
    columns: { valid_to: 'case when k.valid_to is null or o.valid_to is null then null else greatest(k.valid_to, o.valid_to) end' },
  },
  import_change: distinct,
  incident_task: distinct,
  insight_link: distinct,
  merged_institution: distinct,
  // The key names the merged customer.
  merged_row_id: distinct,
  note: distinct,
  onboarding_blocker: setAside,
  onboarding_case: setAside,
  onboarding_change: distinct,
  onboarding_milestone: {
    is: 'folded',
    columns: {
      done_on: 'coalesce(k.done_on, o.done_on)',
      evidence: 'case when k.done_on is null then o.evidence else k.evidence end',
      done_by: 'case when k.done_on is null then o.done_by else k.done_by end',
    },
  },
  onboarding_pause: setAside,
  place_link: setAside,
  playbook_firing: setAside,
  // A customer has one active run of a playbook. The other run ends at its current step, and its steps keep their tasks.
  playbook_run: {
    is: 'both',
    columns: {
      state: `'stopped'`,
      ended_at: 'm.at',
      end_reason: `'The customer was merged into one that runs this playbook too.'`,
      revision: 'o.revision + 1',
    },
  },
  playbook_step: distinct,
  reassignment_deal: distinct,
  reassignment_task: distinct,
  renewal: distinct,
  renewal_change: distinct,
  risk_case: {
    is: 'folded',
    columns: {
      ...filled('assignee_id'),
      version: 'case when k.assignee_id is null and o.assignee_id is not null then k.version + 1 else k.version end',
    },
  },
  risk_change: distinct,
  risk_outcome: distinct,
  // The key names the customer, the ticket or the task.
  sla_pause: distinct,
  task: distinct,
  // The key has the customer's id of the day on which the campaign was made.
  ticket_campaign_recipient: distinct,
  ticket_change: distinct,
  work_event: distinct,
};
