import {
  type CustomerTables,
  movingRowsWithUniqueIdsRule,
  setAsideCollisionsRule,
  stayingRowsRule,
} from '#server/institutions/customer-table-rules.ts';

export const onboardingCustomerTables: CustomerTables = {
  onboarding_blocker: setAsideCollisionsRule,
  onboarding_case: setAsideCollisionsRule,
  onboarding_change: movingRowsWithUniqueIdsRule,
  onboarding_milestone: {
    merge: {
      is: 'folded',
      columns: {
        done_on: 'coalesce(k.done_on, o.done_on)',
        evidence: 'case when k.done_on is null then o.evidence else k.evidence end',
        done_by: 'case when k.done_on is null then o.done_by else k.done_by end',
      },
    },
  },
  onboarding_pause: setAsideCollisionsRule,
  onboarding_week: stayingRowsRule,
};
