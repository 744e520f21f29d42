import { isRunningState } from '#shared/institutions/onboarding-states.ts';
import type { ListedInstitution } from '#shared/portfolio/list.ts';
import type { CustomerPhase, WorkingTime } from '#shared/work/working-time.ts';

export const untouchedDays = 30;

/** Returns whether a customer had no touch within the limit. */
export const isUntouched = (lastTouchAt: string | null, now: Date): boolean =>
  lastTouchAt === null || Date.parse(lastTouchAt) < now.getTime() - untouchedDays * 86_400_000;

/**
 * Limits of needed hours divided by available hours: OK from `okFrom`, too high above
 * `tooMuchAbove`.
 */
export const loadLimits = { okFrom: 0.85, tooMuchAbove: 1.1 } as const;

export type WorkloadClass = 'free' | 'ok' | 'too_much' | 'no_hours';

export function classifyWorkload(needed: number, available: number): WorkloadClass {
  if (available === 0) return 'no_hours';
  const load = needed / available;
  if (load < loadLimits.okFrom) return 'free';
  return load > loadLimits.tooMuchAbove ? 'too_much' : 'ok';
}

/** Returns needed hours in percent of available hours; `null` without available hours. */
export const computeLoadPercent = (needed: number, available: number): number | null =>
  available === 0 ? null : Math.round((100 * needed) / available);

type CustomerFacts = Pick<ListedInstitution, 'sizeTier' | 'onboardingState' | 'inGrace'>;

/** Returns `true` for a customer whose onboarding has begun and not ended. */
export const isInOnboarding = ({
  onboardingState,
}: Pick<ListedInstitution, 'onboardingState'>): boolean =>
  onboardingState !== null && isRunningState(onboardingState);

const phaseOf = (customer: CustomerFacts): CustomerPhase =>
  isInOnboarding(customer) ? 'onboarding' : customer.inGrace ? 'grace' : 'settled';

/** Returns the base hours per week that a customer needs. */
export const computeCustomerHours = (
  customer: CustomerFacts,
  { baseHours }: Pick<WorkingTime, 'baseHours'>,
): number => baseHours[customer.sizeTier][phaseOf(customer)];

/**
 * Returns whether a customer needs risk work: the customer is at risk and its score is reliable.
 */
export const isRiskWorkNeeded = ({
  atRisk,
  inGrace,
  healthTier,
}: Pick<ListedInstitution, 'atRisk' | 'inGrace' | 'healthTier'>): boolean =>
  atRisk && !inGrace && healthTier !== 'Unknown';

/** A person's open work. */
export interface Workload {
  customers: readonly CustomerFacts[];
  openTasks: number;
  riskCases: number;
  callMinutes: number;
}

/** Hours per week by type of work. */
export interface LoadHours {
  customers: number;
  tasks: number;
  riskCases: number;
  calls: number;
}

export function computeLoadHours(
  { customers, openTasks, riskCases, callMinutes }: Workload,
  settings: Pick<WorkingTime, 'baseHours' | 'minutes'>,
): LoadHours {
  return {
    customers: customers.reduce(
      (sum, customer) => sum + computeCustomerHours(customer, settings),
      0,
    ),
    tasks: (openTasks * settings.minutes.task) / 60,
    riskCases: (riskCases * settings.minutes.risk) / 60,
    calls: callMinutes / 60,
  };
}

export const sumNeededHours = ({ customers, tasks, riskCases, calls }: LoadHours): number =>
  customers + tasks + riskCases + calls;
