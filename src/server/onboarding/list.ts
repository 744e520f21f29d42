import type { Dependencies } from '#server/core/dependencies.ts';
import { answerUnlessCrmDown } from '#server/institutions/optional-crm-answer.ts';
import { createFreshListReader } from '#server/list/cached-list.ts';
import { readCurrentRules } from '#server/scoring/rules-queries.ts';
import { findNewestWeek } from '#server/scoring/week-queries.ts';
import { workVersion } from '#server/work/event-queries.ts';
import { workListReaders } from '#server/work/lists.ts';
import { dayIn } from '#shared/core/dates.ts';
import { onboardingPlan } from '#shared/institutions/onboarding-plan.ts';
import { onboardingRules } from '#shared/onboarding/constants.ts';
import { getOnboardingList } from '#shared/onboarding/onboarding.ts';
import { findOnboardingCases } from './facts-queries.ts';
import { onboardingListVersion } from './list-queries.ts';
import { toListedOnboarding } from './list-rules.ts';

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

  async function readVersion(): Promise<string> {
    const asOf = await answerUnlessCrmDown(log, () => crm.asOf());
    return `${await onboardingListVersion(foreground)} ${await workVersion(foreground, today())} ${asOf?.toISOString()}`;
  }

  async function build() {
    const day = today();
    const cases = await findOnboardingCases(foreground);
    const { rules } = await readCurrentRules(foreground, clock());
    const ids = cases.map(({ row }) => row.institution_id);
    const owners = await answerUnlessCrmDown(log, () => crm.dealOwners(ids));
    const { summaries } = await workLists.byCustomer();
    const sources = {
      today: day,
      plan: onboardingPlan,
      rules: onboardingRules,
      sizeTierFrom: rules.sizeTierFrom,
      ownerOf: (id: number) => owners?.get(String(id))?.ownerName ?? null,
      lastTouchOf: (id: number) => {
        const at = summaries.get(id)?.lastTouchAt;
        return at == null ? null : dayIn(env.BUSINESS_TIME_ZONE, new Date(at));
      },
    };
    return getOnboardingList.response.parse({
      today: day,
      weekEndDate: (await findNewestWeek(foreground))?.weekEnd ?? null,
      rows: cases.map((each) => toListedOnboarding(each, sources)),
    });
  }

  return createFreshListReader(readVersion, build);
}
