import type { Queries } from '#server/core/db/database.ts';
import type { Day } from '#shared/core/dates.ts';
import { onboardingPlan } from '#shared/institutions/onboarding-plan.ts';
import { onboardingRules } from '#shared/metrics/constants.ts';
import { historyOf, missingMilestones, provenByScores } from './case-rules.ts';
import { onboardingCases } from './facts-queries.ts';
import {
  addMilestones,
  casesToRefresh,
  graduateByScores,
  keepHistory,
  keepProofs,
  openCases,
  proveByData,
  weeksKept,
} from './refresh-queries.ts';

const casesAtOnce = 200;

interface RefreshOptions {
  progress?: (done: number, total: number, note: string) => Promise<void> | void;
  signal?: AbortSignal;
}

/**
 * Brings onboarding up to `today`: opens cases, ticks what data proves, graduates by scores, and keeps how each case stood at
 * the end of each official week. Each piece is one transaction that does the same when it is repeated.
 */
export async function refreshOnboarding(queries: Queries, today: Day, { progress, signal }: RefreshOptions = {}) {
  const opened = await openCases(queries, today, onboardingPlan.days);
  const ids = await casesToRefresh(queries, today);
  for (let start = 0; start < ids.length; start += casesAtOnce) {
    signal?.throwIfAborted();
    const some = ids.slice(start, start + casesAtOnce);
    await queries.transaction().execute((transaction) => refreshCases(transaction, some, today));
    await progress?.(Math.min(start + casesAtOnce, ids.length), ids.length, 'cases');
  }
  return { cases: ids.length, opened };
}

async function refreshCases(queries: Queries, ids: readonly number[], today: Day): Promise<void> {
  await addMilestones(queries, (await onboardingCases(queries, ids)).flatMap(missingMilestones));
  await proveByData(queries, ids, today);
  const cases = await onboardingCases(queries, ids);
  const proofs = cases.flatMap((each) => {
    const done = new Set(each.milestones.filter(({ done_on }) => done_on !== null).map(({ milestone }) => milestone));
    return provenByScores(each, onboardingPlan, onboardingRules).filter(({ milestone }) => !done.has(milestone));
  });
  await keepProofs(queries, proofs);
  const graduates = proofs.flatMap(({ institutionId, milestone, doneOn }) =>
    milestone === 'graduation' ? [{ institutionId, on: doneOn }] : [],
  );
  await graduateByScores(queries, graduates);
  const kept = await weeksKept(queries, ids);
  const after = await onboardingCases(queries, ids);
  const history = after.flatMap((each) => historyOf(each, onboardingPlan, onboardingRules));
  await keepHistory(
    queries,
    history.filter((row) => !kept.has(`${row.institution_id} ${row.week_start}`)),
  );
}
