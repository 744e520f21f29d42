import { actionItemSource } from './action-items.ts';
import { churnSource } from './churn.ts';
import { onboardingSource } from './onboarding.ts';
import { prospectTaskSource } from './prospect-tasks.ts';
import { renewalSource } from './renewals.ts';
import { riskSource } from './risk.ts';
import { saveAttemptSource } from './save-attempts.ts';
import { slaSource } from './slas.ts';
import type { DaySource } from './source.ts';
import { taskSource } from './tasks.ts';

/** All sources of a user's day. A new kind of work needs an entry here. */
export const daySources: readonly DaySource[] = [
  taskSource,
  prospectTaskSource,
  riskSource,
  renewalSource,
  churnSource,
  onboardingSource,
  slaSource,
  actionItemSource,
  saveAttemptSource,
];
