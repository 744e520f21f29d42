import type { Dependencies } from '#server/core/dependencies.ts';
import { createVersionCheckedListReader } from '#server/list/cached-list.ts';
import { type Day, dayIn, daysBetween } from '#shared/core/dates.ts';
import { getOnboardingHistories, type OnboardingHistory } from '#shared/onboarding/onboarding.ts';
import { countOnboardingDays } from '#shared/onboarding/progress.ts';
import { toOnboardingFacts } from './case-rules.ts';
import { findOnboardingCases, type OnboardingCase } from './facts-queries.ts';
import { readOnboardingListCacheVersion } from './list-queries.ts';

/**
 * Returns the cached weekly statuses of all live cases. The cache is renewed when cases, scores,
 * customers or the day change.
 */
export function createOnboardingHistoriesReader({
  database: { foreground },
  clock,
  env,
}: Dependencies) {
  const today = () => dayIn(env.BUSINESS_TIME_ZONE, clock());
  const readVersion = async () => `${await readOnboardingListCacheVersion(foreground)} ${today()}`;
  const build = async () => {
    const cases = await findOnboardingCases(foreground);
    return getOnboardingHistories.response.parse({
      rows: cases.flatMap((each) => buildOnboardingHistory(each, today())),
    });
  };
  return createVersionCheckedListReader(readVersion, build);
}

export function buildOnboardingHistory(each: OnboardingCase, today: Day): OnboardingHistory[] {
  const { liveOn, leftOn, graduatedOn, pauses, weeks, firstUses } = toOnboardingFacts(each);
  if (liveOn === null || liveOn > today) return [];
  const end = leftOn !== null && leftOn < today ? leftOn : today;
  const since = (day: Day | null | undefined): number | null =>
    day == null || day > today ? null : daysBetween(liveOn, day);
  const lost: OnboardingHistory['lost'] = {};
  for (const { blocker, from_on, until_on } of each.blockers) {
    const until = until_on === null || until_on > end ? end : until_on;
    lost[blocker] = (lost[blocker] ?? 0) + Math.max(0, daysBetween(from_on, until));
  }
  return [
    {
      institutionId: each.row.institution_id,
      weeks: weeks.map(({ weekEnd, score }) => [
        countOnboardingDays({ liveOn, pauses }, weekEnd),
        score,
      ]),
      connected: since(
        each.milestones.find(({ milestone }) => milestone === 'ehr_connected')?.done_on,
      ),
      firstUse: since(firstUses.toSorted()[0]),
      graduated: since(graduatedOn),
      left: since(leftOn),
      watched: daysBetween(liveOn, end),
      lost,
      pausedDays: daysBetween(liveOn, end) - countOnboardingDays({ liveOn, pauses }, end),
    },
  ];
}
