import type { Day } from '#shared/core/dates.ts';
import { addDays, weekStartOf } from '#shared/core/dates.ts';
import { dayInWords } from '#shared/core/words.ts';
import { isEndedState } from '#shared/institutions/onboarding-states.ts';
import { findMilestoneTemplate, milestonesFor } from '#shared/onboarding/milestones.ts';
import {
  countOnboardingDays,
  graduationDay,
  listOnboardingCheckpoints,
  type OnboardingDaysAndTargets,
  type OnboardingRules,
} from '#shared/onboarding/progress.ts';
import { caseStatusOnDay, type OnboardingStatusInput } from '#shared/onboarding/states.ts';
import type { MilestoneRow, OnboardingCase } from './facts-queries.ts';
import type { ProvenMilestone, WeeklyStatusRow } from './refresh-queries.ts';

export function toOnboardingFacts({
  row,
  milestones,
  pauses,
  weeks,
}: OnboardingCase): OnboardingStatusInput {
  return {
    liveOn: row.live_on,
    leftOn: row.churned_on,
    graduatedOn: row.graduated_on,
    extensionDays: row.extension_days,
    pauses: pauses.map(({ from_on, until_on }) => ({ from: from_on, until: until_on })),
    weeks: weeks.map(({ week_end, adoption_score }) => ({
      weekEnd: week_end,
      score: adoption_score,
    })),
    firstUses: milestones.flatMap(({ milestone, done_on }) =>
      milestone === 'first_use' && done_on !== null ? [done_on] : [],
    ),
  };
}

/** Returns the milestones of the template that the case does not have yet. */
export function missingMilestones({
  row,
  milestones,
}: OnboardingCase): Omit<MilestoneRow, 'done_on'>[] {
  const existing = new Set(milestones.map(({ milestone, product }) => `${milestone} ${product}`));
  return milestonesFor(row.entitled).flatMap(({ key, product }) => {
    if (existing.has(`${key} ${product ?? ''}`)) return [];
    const { side, dueDay } = findMilestoneTemplate(key);
    return [
      {
        institution_id: row.institution_id,
        milestone: key,
        product: product ?? '',
        side,
        due_day: dueDay,
      } as const,
    ];
  });
}

/**
 * Returns the official weeks within the planned onboarding period, whether or not the customer has
 * graduated.
 */
function weeksInTime(facts: OnboardingStatusInput, plan: OnboardingDaysAndTargets) {
  const { liveOn, pauses, extensionDays, weeks } = facts;
  if (liveOn === null) return [];
  return weeks.filter(
    ({ weekEnd }) => countOnboardingDays({ liveOn, pauses }, weekEnd) <= plan.days + extensionDays,
  );
}

const percentText = (score: number): string => `${Math.floor(score)}%`;

/** Returns the milestones that are completed by scores: reached targets and graduation. */
export function milestonesProvenByScores(
  each: OnboardingCase,
  plan: OnboardingDaysAndTargets,
  rules: OnboardingRules,
): ProvenMilestone[] {
  const weeks = weeksInTime(toOnboardingFacts(each), plan);
  const institutionId = each.row.institution_id;
  const targets = listOnboardingCheckpoints(plan).slice(0, -1);
  const keys = ['checkpoint_30', 'checkpoint_60', 'checkpoint_90'] as const;
  const reached = keys.flatMap((milestone, at): ProvenMilestone[] => {
    const percent = targets[at]?.percent;
    const week =
      percent === undefined
        ? undefined
        : weeks.find(({ score }) => score !== null && score >= percent);
    if (week === undefined || week.score === null) return [];
    const evidence = `Score ${percentText(week.score)} in the week ending ${dayInWords(week.weekEnd)}`;
    return [{ institutionId, milestone, doneOn: week.weekEnd, evidence }];
  });
  const on = each.row.graduated_on ?? graduationDay(weeks, rules);
  if (on === null) return reached;
  const { score, weeks: count } = rules.graduation;
  const byScores = each.row.graduated_on === null || graduationDay(weeks, rules) === on;
  const evidence = byScores
    ? `Score ${score}% or more in ${count} official weeks up to ${dayInWords(on)}`
    : 'Graduated by a user';
  return [...reached, { institutionId, milestone: 'graduation', doneOn: on, evidence }];
}

/**
 * Returns the case's status at the end of each official week, up to the week in which the
 * onboarding ended.
 */
export function buildCaseHistory(
  each: OnboardingCase,
  plan: OnboardingDaysAndTargets,
  rules: OnboardingRules,
): WeeklyStatusRow[] {
  const facts = toOnboardingFacts(each);
  const rows: WeeklyStatusRow[] = [];
  for (const { weekEnd } of facts.weeks) {
    const status = caseStatusOnDay(facts, weekEnd, plan, rules);
    if (status.day === null || status.day < 0) continue;
    rows.push({
      institution_id: each.row.institution_id,
      week_start: weekStartOf(weekEnd),
      day: status.day,
      score: status.score,
      expected: status.expected ?? 0,
      state: status.state,
      blocker: blockerOnDay(each, weekEnd)?.blocker ?? null,
      milestones_done: each.milestones.filter(
        ({ done_on }) => done_on !== null && done_on <= weekEnd,
      ).length,
    });
    if (isEndedState(status.state)) break;
  }
  return rows;
}

/** Returns the blocker that the case has on a day; `undefined` without one. */
export const blockerOnDay = ({ blockers }: Pick<OnboardingCase, 'blockers'>, on: Day) =>
  blockers.findLast(
    ({ from_on, until_on }) => from_on <= on && (until_on === null || until_on > on),
  );

/** Returns the date of an onboarding day. Each pause delays the date. */
export function dateOfOnboardingDay(
  liveOn: Day,
  pauses: OnboardingStatusInput['pauses'],
  onboardingDayNumber: number,
): Day {
  let day = addDays(liveOn, onboardingDayNumber);
  for (
    let missing = onboardingDayNumber - countOnboardingDays({ liveOn, pauses }, day);
    missing > 0;
    missing = onboardingDayNumber - countOnboardingDays({ liveOn, pauses }, day)
  )
    day = addDays(day, missing);
  return day;
}
