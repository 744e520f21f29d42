import { callSource } from './calls.ts';
import { churnSource } from './churn.ts';
import { onboardingSource } from './onboarding.ts';
import { renewalSource } from './renewals.ts';
import { riskSource } from './risk.ts';
import { slaSource } from './slas.ts';
import type { DaySource } from './source.ts';
import { taskSource } from './tasks.ts';

/** Whatever brings work to a day; a further kind is a row here. */
export const daySources: readonly DaySource[] = [
  taskSource,
  riskSource,
  renewalSource,
  churnSource,
  onboardingSource,
  slaSource,
  callSource,
];
