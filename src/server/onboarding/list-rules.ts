import type { Day } from '#shared/core/dates.ts';
import { addDays, daysBetween } from '#shared/core/dates.ts';
import { products } from '#shared/core/products.ts';
import { type HealthRules, sizeTierOf } from '#shared/core/scoring-rules.ts';
import { isEndedState } from '#shared/institutions/onboarding-states.ts';
import type { ListedOnboarding } from '#shared/onboarding/onboarding.ts';
import {
  checkpointScore,
  listOnboardingCheckpoints,
  nextCheckpoint,
  type OnboardingDaysAndTargets,
  type OnboardingRules,
} from '#shared/onboarding/progress.ts';
import { caseStatusOnDay } from '#shared/onboarding/states.ts';
import { blockerOnDay, dateOfOnboardingDay, toOnboardingFacts } from './case-rules.ts';
import type { OnboardingCase } from './facts-queries.ts';

interface Sources {
  today: Day;
  plan: OnboardingDaysAndTargets;
  rules: OnboardingRules;
  sizeTierFrom: HealthRules['sizeTierFrom'];
  /** Returns the name of the owner; `null` when unknown. */
  ownerOf: (institutionId: number) => string | null;
}

/** Returns the list row of a case as of today, without the customer's last touch. */
export function toListedOnboarding(
  each: OnboardingCase,
  { today, plan, rules, sizeTierFrom, ownerOf }: Sources,
): Omit<ListedOnboarding, 'lastTouchOn'> {
  const { row, milestones } = each;
  const facts = toOnboardingFacts(each);
  const status = caseStatusOnDay(facts, today, plan, rules);
  const before = caseStatusOnDay(facts, addDays(today, -7), plan, rules);
  const ended = isEndedState(status.state);
  const blocker = ended ? undefined : blockerOnDay(each, today);
  const pause = status.state === 'paused' ? each.pauses.at(-1) : undefined;
  const late = milestones.filter(
    ({ done_on, due_day }) => done_on === null && status.day !== null && due_day < status.day,
  );
  return {
    institutionId: row.institution_id,
    institutionName: row.name,
    goLiveDate: row.live_on,
    sizeTier: sizeTierOf(row.locations, sizeTierFrom),
    ehr: row.ehr,
    ownerName: ownerOf(row.institution_id),
    ...status,
    weekBefore: { state: before.state, day: before.day },
    checkpoints: metCheckpoints(facts, today, plan),
    nextCheckpoint:
      ended || status.day === null ? null : (nextCheckpoint(status.day, plan)?.day ?? null),
    entitled: row.entitled.filter((product) => products[product].parent === undefined),
    firstUses: firstUsesOf(each),
    blocker: blocker?.blocker ?? null,
    blockedSince: blocker?.from_on ?? null,
    pausedSince: pause?.from_on ?? null,
    pauseReason: pause?.reason ?? null,
    extensionDays: row.extension_days,
    milestonesDone: milestones.filter(({ done_on }) => done_on !== null).length,
    milestonesTotal: milestones.length,
    milestonesLate: ended ? 0 : late.length,
    contractOn: row.contract_on,
    kickoffOn: row.kickoff_on,
    handedOverOn: row.handed_over_on,
    graduatedOn: row.graduated_on,
    leftOn: row.churned_on,
    version: row.version,
  };
}

/**
 * Returns the checkpoints that the customer reached before today, or before it left, with the score
 * at each checkpoint.
 */
function metCheckpoints(
  facts: ReturnType<typeof toOnboardingFacts>,
  today: Day,
  plan: OnboardingDaysAndTargets,
): ListedOnboarding['checkpoints'] {
  const { liveOn, pauses, weeks, leftOn } = facts;
  if (liveOn === null) return [];
  const on = leftOn !== null && leftOn < today ? leftOn : today;
  return listOnboardingCheckpoints(plan).flatMap((checkpoint) => {
    const score = checkpointScore({ clock: { liveOn, pauses }, weeks, on }, checkpoint);
    return score === undefined
      ? []
      : [{ ...checkpoint, score, passedOn: dateOfOnboardingDay(liveOn, pauses, checkpoint.day) }];
  });
}

function firstUsesOf({ row, milestones }: OnboardingCase): ListedOnboarding['firstUses'] {
  const { live_on } = row;
  if (live_on === null) return {};
  return Object.fromEntries(
    milestones.flatMap(({ milestone, product, done_on }) =>
      milestone === 'first_use' && product !== '' && done_on !== null
        ? [[product, Math.max(0, daysBetween(live_on, done_on))]]
        : [],
    ),
  );
}
