import {
  type CustomerTables,
  collisionsSetAside,
  distinctRows,
  rowsStay,
} from '#server/institutions/customer-table-rules.ts';

export const onboardingCustomerTables: CustomerTables = {
  onboarding_blocker: collisionsSetAside,
  onboarding_case: collisionsSetAside,
  onboarding_change: distinctRows,
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
  onboarding_pause: collisionsSetAside,
  onboarding_week: rowsStay,
};
