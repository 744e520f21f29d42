import type { Queries } from '#server/core/db/database.ts';
import { writeMultiUserEvents } from '#server/work/tasks/task-sets.ts';
import type { NoRunReason } from '#shared/playbooks/playbooks.ts';
import { createDeterministicId } from '../ids.ts';
import {
  lockActiveRunsById,
  type PlaybookVersionFields,
  playbookVersionKey,
  readPlaybookVersions,
} from '../move-queries.ts';
import { noRunReason } from '../rules.ts';
import { advanceRuns, playbookRunEvent } from './moves.ts';
import {
  type FiringDecision,
  findCustomersOfExistingRuns,
  findEarlierRuns,
  findUnprocessedFirings,
  insertPlaybookRuns,
  type NewPlaybookRun,
  saveFiringDecisions,
  type UnprocessedFiring,
} from './start-queries.ts';
import type { PlaybookContext } from './world.ts';

const keyOf = ({
  playbookId,
  institutionId,
}: Pick<UnprocessedFiring, 'playbookId' | 'institutionId'>) => `${playbookId} ${institutionId}`;

/** Starts runs and enters their first steps. Returns the ids of the started runs. */
async function startRuns(
  transaction: Queries,
  runs: readonly NewPlaybookRun[],
  world: PlaybookContext,
  whyOf: (runId: string) => string | null,
) {
  const started = new Set(await insertPlaybookRuns(transaction, runs, world.now, world.today));
  const locked = await lockActiveRunsById(transaction, [...started]);
  const plans = await readPlaybookVersions(transaction, locked);
  const events = locked.map((run) =>
    playbookRunEvent(
      run,
      plans.get(playbookVersionKey(run))?.name ?? '',
      'started',
      whyOf(run.runId),
    ),
  );
  await writeMultiUserEvents(transaction, events, world.now);
  await advanceRuns(transaction, locked, world);
  return started;
}

/**
 * Processes the next rule firings. Starts a run for each firing, or records the reason why no run
 * starts. Returns the number of processed firings and the number of started runs.
 */
export async function startRunsForFirings(
  transaction: Queries,
  world: PlaybookContext,
  limit: number,
): Promise<{ decided: number; started: number }> {
  const firings = await findUnprocessedFirings(transaction, limit);
  const plans = await readPlaybookVersions(transaction, firings);
  const before = new Map(
    (await findEarlierRuns(transaction, firings)).map((each) => [keyOf(each), each]),
  );
  const runs: NewPlaybookRun[] = [];
  const ruleOf = new Map<string, string>();
  const decisions = firings.map((firing): FiringDecision => {
    const { playbookId, version, institutionId, ruleId, ruleName, firedOn } = firing;
    const plan = plans.get(playbookVersionKey(firing));
    if (plan === undefined)
      throw new Error(`Version ${version} of playbook ${playbookId} is missing`);
    const customer = world.customers.get(institutionId);
    const earlier = before.get(keyOf(firing));
    const candidate = {
      isGone: customer === undefined,
      isLeaving: world.noticedOn(plan, institutionId) !== null,
      fits: world.fits(plan.conditions, institutionId),
      hasActive: earlier?.hasActive ?? false,
      lastStartedOn: earlier?.lastStartedOn ?? null,
    };
    const leftOut = noRunReason(candidate, plan.againDays, world.today) ?? null;
    if (leftOut !== null) return { ...firing, runId: null, leftOut };
    const runId = createDeterministicId('playbook run', playbookId, institutionId, ruleId, firedOn);
    before.set(keyOf(firing), {
      playbookId,
      institutionId,
      hasActive: true,
      lastStartedOn: world.today,
    });
    runs.push({
      institutionId,
      runId,
      playbookId,
      version,
      startedBy: null,
      startScore: customer?.adoptionScore ?? null,
    });
    ruleOf.set(runId, ruleName);
    return { ...firing, runId, leftOut };
  });
  const started = await startRuns(
    transaction,
    runs,
    world,
    (runId) => `Alert rule “${ruleOf.get(runId)}” fired`,
  );
  // A user may have started a run manually in the meantime.
  const made = decisions.map((each) =>
    each.runId === null || started.has(each.runId)
      ? each
      : { ...each, runId: null, leftOut: 'active' as const },
  );
  await saveFiringDecisions(transaction, made, world.now);
  return { decided: firings.length, started: started.size };
}

interface ManualStart {
  playbook: PlaybookVersionFields;
  startId: string;
  institutionIds: readonly number[];
  userId: string;
}

/**
 * Starts a playbook for the customers that match its conditions. Skips customers with an active run
 * of this playbook.
 */
export async function startRunsManually(
  transaction: Queries,
  { playbook, startId, institutionIds, userId }: ManualStart,
  world: PlaybookContext,
) {
  const { playbookId, version } = playbook;
  const runOf = (institutionId: number) => ({
    institutionId,
    runId: createDeterministicId('playbook start', startId, institutionId),
  });
  const startedBefore = await findCustomersOfExistingRuns(transaction, institutionIds.map(runOf));
  const active = new Set(
    (
      await findEarlierRuns(
        transaction,
        institutionIds.map((institutionId) => ({ playbookId, institutionId })),
      )
    )
      .filter(({ hasActive }) => hasActive)
      .map(({ institutionId }) => institutionId),
  );
  const runs: NewPlaybookRun[] = [];
  const leftOut: { institutionId: number; why: NoRunReason }[] = [];
  for (const institutionId of institutionIds) {
    if (startedBefore.has(institutionId)) continue;
    const customer = world.customers.get(institutionId);
    const candidate = {
      isGone: customer === undefined,
      isLeaving: world.noticedOn(playbook, institutionId) !== null,
      fits: world.fits(playbook.conditions, institutionId),
      hasActive: active.has(institutionId),
      lastStartedOn: null,
    };
    const why = noRunReason(candidate, playbook.againDays, world.today);
    if (why !== undefined) leftOut.push({ institutionId, why });
    else
      runs.push({
        ...runOf(institutionId),
        playbookId,
        version,
        startedBy: userId,
        startScore: customer?.adoptionScore ?? null,
      });
  }
  const made = await startRuns(transaction, runs, world, () => null);
  const started = new Set([
    ...startedBefore,
    ...runs.filter(({ runId }) => made.has(runId)).map(({ institutionId }) => institutionId),
  ]);
  const late = runs.filter(({ institutionId }) => !started.has(institutionId));
  return {
    isNew: made.size > 0,
    started: institutionIds.filter((id) => started.has(id)),
    leftOut: [
      ...leftOut,
      ...late.map(({ institutionId }) => ({ institutionId, why: 'active' as const })),
    ],
  };
}
