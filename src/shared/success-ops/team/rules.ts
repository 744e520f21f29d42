import type { ListedInstitution } from '#shared/portfolio/list.ts';
import type { CustomerPhase, WorkingTime } from '#shared/work/working-time.ts';

export const untouchedDays = 30;

/** Shares of the available hours from which a load is all right, and above which it is too much. */
export const loadLimits = { okFrom: 0.85, tooMuchAbove: 1.1 } as const;

export type LoadVerdict = 'free' | 'ok' | 'too_much' | 'no_hours';

export function loadVerdict(needed: number, available: number): LoadVerdict {
  if (available === 0) return 'no_hours';
  const load = needed / available;
  if (load < loadLimits.okFrom) return 'free';
  return load > loadLimits.tooMuchAbove ? 'too_much' : 'ok';
}

const phaseOf = ({ onboardingState, inGrace }: Pick<ListedInstitution, 'onboardingState' | 'inGrace'>): CustomerPhase =>
  onboardingState !== null ? 'onboarding' : inGrace ? 'grace' : 'settled';

/** Hours a week: the base hours of each customer and the estimated time of the open tasks. */
export function neededHours(
  customers: readonly Pick<ListedInstitution, 'sizeTier' | 'onboardingState' | 'inGrace'>[],
  openTasks: number,
  { baseHours, minutes }: Pick<WorkingTime, 'baseHours' | 'minutes'>,
): number {
  const base = customers.reduce((sum, customer) => sum + baseHours[customer.sizeTier][phaseOf(customer)], 0);
  return base + (openTasks * minutes.task) / 60;
}
