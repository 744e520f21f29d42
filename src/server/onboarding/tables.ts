import { type CustomerTables, distinct, setAside, staying } from '#server/institutions/customer-tables.ts';

export const onboardingTables: CustomerTables = {
  onboarding_blocker: setAside,
  onboarding_case: setAside,
  onboarding_change: distinct,
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
  onboarding_pause: setAside,
  onboarding_week: staying,
};
