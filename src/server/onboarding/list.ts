import type { Dependencies } from '#server/core/dependencies.ts';
import { createEqualArrayReuser, reuseLastResultPerObject } from '#server/core/last-result.ts';
import { createRecentAnswerCache } from '#server/core/recent.ts';
import { answerUnlessCrmDown } from '#server/institutions/optional-crm-answer.ts';
import { createVersionCheckedListReader } from '#server/list/cached-list.ts';
import { readCurrentRules } from '#server/scoring/rules-queries.ts';
import { findNewestWeek } from '#server/scoring/week-queries.ts';
import { readWorkCacheVersion } from '#server/work/event-queries.ts';
import { workListReaders } from '#server/work/lists.ts';
import { dayIn } from '#shared/core/dates.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { onboardingDaysAndTargets } from '#shared/institutions/onboarding-plan.ts';
import { onboardingRules } from '#shared/onboarding/constants.ts';
import { getOnboardingList, type ListedOnboarding } from '#shared/onboarding/onboarding.ts';
import { findOnboardingCases } from './facts-queries.ts';
import { readOnboardingListCacheVersion } from './list-queries.ts';
import { toListedOnboarding } from './list-rules.ts';

type OnboardingList = ResponseOf<typeof getOnboardingList>;

const lists = new WeakMap<Dependencies, ReturnType<typeof makeList>>();

/**
 * Returns the cached onboarding list. The cache is renewed when cases, scores, customers, work or
 * the day change.
 */
export function onboardingListReader(dependencies: Dependencies): ReturnType<typeof makeList> {
  const list = lists.get(dependencies) ?? makeList(dependencies);
  lists.set(dependencies, list);
  return list;
}

function makeList(dependencies: Dependencies) {
  const { database, clock, crm, env, log } = dependencies;
  const { foreground } = database;
  const workLists = workListReaders(dependencies);
  const today = () => dayIn(env.BUSINESS_TIME_ZONE, clock());

  async function casesVersion(): Promise<string> {
    const asOf = await answerUnlessCrmDown(log, () => crm.asOf());
    return `${today()} ${await readOnboardingListCacheVersion(foreground)} ${asOf?.toISOString()}`;
  }

  // A change of work changes only the last touch, so the cases are not read again.
  const cases = createRecentAnswerCache<OnboardingList>(1);

  async function readCases(): Promise<OnboardingList> {
    const day = today();
    const found = await findOnboardingCases(foreground);
    const { rules } = await readCurrentRules(foreground, clock());
    const ids = found.map(({ row }) => row.institution_id);
    const owners = await answerUnlessCrmDown(log, () => crm.dealOwners(ids));
    const sources = {
      today: day,
      plan: onboardingDaysAndTargets,
      rules: onboardingRules,
      sizeTierFrom: rules.sizeTierFrom,
      ownerOf: (id: number) => owners?.get(String(id))?.ownerName ?? null,
    };
    return getOnboardingList.response.parse({
      today: day,
      weekEndDate: (await findNewestWeek(foreground))?.weekEnd ?? null,
      rows: found.map((each) => ({ ...toListedOnboarding(each, sources), lastTouchOn: null })),
    });
  }

  const addLastTouch = reuseLastResultPerObject(
    (row: ListedOnboarding, lastTouchAt: string | null): ListedOnboarding => ({
      ...row,
      lastTouchOn:
        lastTouchAt === null ? null : dayIn(env.BUSINESS_TIME_ZONE, new Date(lastTouchAt)),
    }),
  );
  const reuseRows = createEqualArrayReuser<ListedOnboarding>();

  async function build() {
    const { rows, ...facts } = await cases(await casesVersion(), readCases);
    const { summaries } = await workLists.byCustomer();
    const touched = rows.map((row) =>
      addLastTouch(row, summaries.get(row.institutionId)?.lastTouchAt ?? null),
    );
    return { ...facts, rows: reuseRows(touched) };
  }

  const readVersion = async () =>
    `${await casesVersion()} ${await readWorkCacheVersion(foreground, today())}`;

  return createVersionCheckedListReader(readVersion, build);
}
