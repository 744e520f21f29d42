import { churnGuide } from '#web/churn/guide.ts';
import { onboardingGuide } from '#web/onboarding/guide.ts';
import { pages } from '#web/routes.tsx';
import type { GuideMaker } from '#web/ui/guide/guide.ts';

/** Every guide by its key: those of the pages, and those written ahead of theirs. */
export async function allGuides(): Promise<Map<string, GuideMaker>> {
  const ofPages = pages.flatMap(({ guide }) => guide ?? []).map(async ({ key, load }) => [key, await load()] as const);
  return new Map([...(await Promise.all(ofPages)), ['churn', churnGuide] as const, ['onboarding', onboardingGuide] as const]);
}
