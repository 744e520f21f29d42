import type { Dependencies } from '#server/core/dependencies.ts';
import type { GuideFigures } from '#shared/metrics/guide-figures.ts';
import { onboardingFigures } from '#shared/onboarding/figures.ts';
import { onboardingListReader } from './list.ts';

/** Returns the number of customers in onboarding, as on the onboarding page. */
export async function onboardingGuideFigures(
  dependencies: Dependencies,
): Promise<GuideFigures['figures']> {
  const { today, rows } = (await onboardingListReader(dependencies)()).answer;
  return { customersInOnboarding: { value: onboardingFigures(rows, today).running, asOf: today } };
}
