import type { Queries } from '#server/core/db/database.ts';
import { writeBatchEvents } from '#server/work/task-sets.ts';
import type { LeftOutReason } from '#shared/success-ops/playbooks/playbooks.ts';
import { idOf } from './ids.ts';
import { holdTheseRuns, readVersions, type VersionOfPlaybook, versionKey } from './move-queries.ts';
import { moveHeld, runEvent } from './moves.ts';
import { leftOutReason } from './rules.ts';
import {
  type Decision,
  earlierRuns,
  type Firing,
  haveRun,
  insertRuns,
  keepDecisions,
  type NewRun,
  undecidedFirings,
} from './start-queries.ts';
import type { World } from './world.ts';

const keyOf = ({ playbookId, institutionId }: Pick<Firing, 'playbookId' | 'institutionId'>) => `${playbookId} ${institutionId}`;

/** Starts the runs and takes their first steps. Answers those that were started. */
async function startRuns(transaction: Queries, runs: readonly NewRun[], world: World, whyOf: (runId: string) => string | null) {
  const started = new Set(await insertRuns(transaction, runs, world.now, world.today));
  const held = await holdTheseRuns(transaction, [...started]);
  const plans = await readVersions(transaction, held);
  const events = held.map((run) => runEvent(run, plans.get(versionKey(run))?.name ?? '', 'started', whyOf(run.runId)));
  await writeBatchEvents(transaction, events, world.now);
  await moveHeld(transaction, held, world);
  return started;
}

/** Decides about the next firings of the rules that playbooks follow: whether each starts a run. Answers how many it decided and started. */
export async function startFired(transaction: Queries, world: World, limit: number): Promise<{ decided: number; started: number }> {
  const firings = await undecidedFirings(transaction, limit);
  const plans = await readVersions(transaction, firings);
  const before = new Map((await earlierRuns(transaction, firings)).map((each) => [keyOf(each), each]));
  const runs: NewRun[] = [];
  const ruleOf = new Map<string, string>();
  const decisions = firings.map((firing): Decision => {
    const { playbookId, version, institutionId, ruleId, ruleName, firedOn } = firing;
    const plan = plans.get(versionKey(firing));
    if (plan === undefined) throw new Error(`The version ${version} of playbook ${playbookId} is not there`);
    const customer = world.customers.get(institutionId);
    const earlier = before.get(keyOf(firing));
    const candidate = {
      isGone: customer === undefined,
      fits: world.fits(plan.conditions, institutionId),
      hasActive: earlier?.hasActive ?? false,
      lastStartedOn: earlier?.lastStartedOn ?? null,
    };
    const leftOut = leftOutReason(candidate, plan.againDays, world.today) ?? null;
    if (leftOut !== null) return { ...firing, runId: null, leftOut };
    const runId = idOf('playbook run', playbookId, institutionId, ruleId, firedOn);
    before.set(keyOf(firing), { playbookId, institutionId, hasActive: true, lastStartedOn: world.today });
    runs.push({ institutionId, runId, playbookId, version, startedBy: null, startScore: customer?.adoptionScore ?? null });
    ruleOf.set(runId, ruleName);
    return { ...firing, runId, leftOut };
  });
  const started = await startRuns(transaction, runs, world, (runId) => `The alert rule “${ruleOf.get(runId)}” fired`);
  // Somebody may have started one by hand in this moment.
  const made = decisions.map((each) =>
    each.runId === null || started.has(each.runId) ? each : { ...each, runId: null, leftOut: 'active' as const },
  );
  await keepDecisions(transaction, made, world.now);
  return { decided: firings.length, started: started.size };
}

interface ByHand {
  playbook: VersionOfPlaybook;
  startId: string;
  institutionIds: readonly number[];
  userId: string;
}

/** Starts a playbook for those of the customers that fit it and have no active run of it. */
export async function startByHand(transaction: Queries, { playbook, startId, institutionIds, userId }: ByHand, world: World) {
  const { playbookId, version } = playbook;
  const runOf = (institutionId: number) => ({ institutionId, runId: idOf('playbook start', startId, institutionId) });
  const startedBefore = await haveRun(transaction, institutionIds.map(runOf));
  const active = new Set(
    (
      await earlierRuns(
        transaction,
        institutionIds.map((institutionId) => ({ playbookId, institutionId })),
      )
    )
      .filter(({ hasActive }) => hasActive)
      .map(({ institutionId }) => institutionId),
  );
  const runs: NewRun[] = [];
  const leftOut: { institutionId: number; why: LeftOutReason }[] = [];
  for (const institutionId of institutionIds) {
    if (startedBefore.has(institutionId)) continue;
    const customer = world.customers.get(institutionId);
    const candidate = {
      isGone: customer === undefined,
      fits: world.fits(playbook.conditions, institutionId),
      hasActive: active.has(institutionId),
      lastStartedOn: null,
    };
    const why = leftOutReason(candidate, playbook.againDays, world.today);
    if (why !== undefined) leftOut.push({ institutionId, why });
    else runs.push({ ...runOf(institutionId), playbookId, version, startedBy: userId, startScore: customer?.adoptionScore ?? null });
  }
  const made = await startRuns(transaction, runs, world, () => null);
  const started = new Set([...startedBefore, ...runs.filter(({ runId }) => made.has(runId)).map(({ institutionId }) => institutionId)]);
  const late = runs.filter(({ institutionId }) => !started.has(institutionId));
  return {
    isNew: made.size > 0,
    started: institutionIds.filter((id) => started.has(id)),
    leftOut: [...leftOut, ...late.map(({ institutionId }) => ({ institutionId, why: 'active' as const }))],
  };
}
