import type { Queries } from '#server/core/db/database.ts';
import type { Day } from '#shared/core/dates.ts';
import { onboardingDaysAndTargets } from '#shared/institutions/onboarding-plan.ts';
import { onboardingRules } from '#shared/onboarding/constants.ts';
import { caseStatusOnDay } from '#shared/onboarding/states.ts';
import {
  buildCaseHistory,
  milestonesProvenByScores,
  missingMilestones,
  toOnboardingFacts,
} from './case-rules.ts';
import { findOnboardingCases, type OnboardingCase } from './facts-queries.ts';
import {
  addMilestones,
  completeMilestonesByData,
  completeProvenMilestones,
  findCasesToAdvance,
  findSavedHistoryWeeks,
  graduateByScores,
  insertOnboardingCase,
  insertWeeklyStatuses,
  openOnboardingCases,
  saveCurrentStates,
} from './refresh-queries.ts';

const batchSize = 200;

interface RefreshOptions {
  progress?: (done: number, total: number, note: string) => Promise<void> | void;
  signal?: AbortSignal;
}

/**
 * Updates onboarding to `today`: opens cases, completes proven milestones, graduates cases and
 * saves their weekly statuses. Each batch is one transaction that can be repeated without further
 * changes.
 */
export async function advanceOnboardingCases(
  queries: Queries,
  today: Day,
  { progress, signal }: RefreshOptions = {},
) {
  const opened = await openOnboardingCases(queries, today, onboardingDaysAndTargets.days);
  const ids = await findCasesToAdvance(queries, today);
  for (let start = 0; start < ids.length; start += batchSize) {
    signal?.throwIfAborted();
    const some = ids.slice(start, start + batchSize);
    await queries.transaction().execute((transaction) => refreshCases(transaction, some, today));
    await progress?.(Math.min(start + batchSize, ids.length), ids.length, 'cases');
  }
  return { cases: ids.length, opened };
}

/** Opens the onboarding case of a new customer with its milestones. */
export async function openOnboardingCase(
  transaction: Queries,
  institutionId: number,
  { contractOn, today }: { contractOn: Day; today: Day },
): Promise<void> {
  await insertOnboardingCase(transaction, institutionId, contractOn);
  await refreshCases(transaction, [institutionId], today);
}

async function refreshCases(queries: Queries, ids: readonly number[], today: Day): Promise<void> {
  await addMilestones(
    queries,
    (await findOnboardingCases(queries, ids)).flatMap(missingMilestones),
  );
  await completeMilestonesByData(queries, ids, today);
  const cases = await findOnboardingCases(queries, ids);
  const proofs = cases.flatMap((each) => {
    const done = new Set(
      each.milestones.filter(({ done_on }) => done_on !== null).map(({ milestone }) => milestone),
    );
    return milestonesProvenByScores(each, onboardingDaysAndTargets, onboardingRules).filter(
      ({ milestone }) => !done.has(milestone),
    );
  });
  await completeProvenMilestones(queries, proofs);
  const graduates = proofs.flatMap(({ institutionId, milestone, doneOn }) =>
    milestone === 'graduation' ? [{ institutionId, on: doneOn }] : [],
  );
  await graduateByScores(queries, graduates);
  const saved = await findSavedHistoryWeeks(queries, ids);
  const after = await findOnboardingCases(queries, ids);
  const history = after.flatMap((each) =>
    buildCaseHistory(each, onboardingDaysAndTargets, onboardingRules),
  );
  await insertWeeklyStatuses(
    queries,
    history.filter((row) => !saved.has(`${row.institution_id} ${row.week_start}`)),
  );
  await saveCurrentStates(queries, currentStates(after, today));
}

/**
 * Updates the stored states of changed cases, which the customer list, alert rules and playbooks
 * use.
 */
export async function updateCurrentStates(
  queries: Queries,
  ids: readonly number[],
  today: Day,
): Promise<void> {
  await saveCurrentStates(queries, currentStates(await findOnboardingCases(queries, ids), today));
}

const currentStates = (cases: readonly OnboardingCase[], today: Day) =>
  cases.map((each) => ({
    institutionId: each.row.institution_id,
    state: caseStatusOnDay(
      toOnboardingFacts(each),
      today,
      onboardingDaysAndTargets,
      onboardingRules,
    ).state,
  }));
