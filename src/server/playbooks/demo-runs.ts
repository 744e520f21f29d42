import type { Insertable } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Schema } from '#server/core/db/schema.ts';
import { insertRows } from '#server/core/db/writes.ts';
import { createRandom, type SeededRandom } from '#server/core/seeded-random.ts';
import {
  buildTimeOnDemoWorkday,
  type DemoTeamAndCustomers,
} from '#server/institutions/demo-rows.ts';
import { demoWorkEvent } from '#server/work/demo-event.ts';
import { addDays, type Day } from '#shared/core/dates.ts';
import { stepKindTexts } from '#shared/playbooks/words.ts';
import { createDefaultWorkingTime } from '#shared/work/working-time-rules.ts';
import { buildDemoPlaybookRows, demoPlaybooks } from './demo-playbooks.ts';
import { addScoresToRuns } from './demo-rows-queries.ts';
import { createDeterministicId } from './ids.ts';
import {
  type CurrentStep,
  dayAfterDelay,
  decideRunAdvance,
  type PlannedRunStep,
  type RunAdvanceFacts,
} from './rules.ts';
import { playbookRunEvent } from './runs/moves.ts';

interface PlayedSteps {
  steps: Insertable<Schema['playbook_step']>[];
  runTasks: Insertable<Schema['task']>[];
}

/**
 * Inserts the playbooks of the demo's team and their runs. Customers at risk in the last weeks have
 * more runs.
 */
export async function seedDemoPlaybooks(
  transaction: Queries,
  { seed, today, users, customers }: DemoTeamAndCustomers,
): Promise<void> {
  const writer = users.find(({ status }) => status === 'active');
  if (writer === undefined) return;
  const { playbooks, playbookVersions } = buildDemoPlaybookRows(
    writer.user_id,
    addDays(today, -100),
  );
  const runs = customers.flatMap(
    ({ institution_id: institutionId, churned_on, go_live_on, user, riskWeeks }) => {
      const random = createRandom(seed, 'playbook', institutionId);
      const startedOn = addDays(today, -random.integer(2, 80));
      const isAtRisk = riskWeeks.length > 0;
      return churned_on !== null ||
        !user.isActive ||
        startedOn <= go_live_on ||
        !random.chance(isAtRisk ? 0.12 : 0.02)
        ? []
        : playedRun({ institutionId, isAtRisk, player: user, startedOn, today }, random);
    },
  );
  await insertRows(transaction, 'playbook', playbooks);
  await insertRows(transaction, 'playbook_version', playbookVersions);
  await insertRows(
    transaction,
    'task',
    runs.flatMap(({ runTasks }) => runTasks),
  );
  await insertRows(
    transaction,
    'playbook_run',
    runs.map(({ run }) => run),
  );
  await insertRows(
    transaction,
    'playbook_step',
    runs.flatMap(({ steps }) => steps),
  );
  await insertRows(
    transaction,
    'work_event',
    runs.flatMap(({ events }) => events),
  );
  await addScoresToRuns(transaction);
}

interface Player {
  id: string;
  name: string;
}

interface Played {
  institutionId: number;
  isAtRisk: boolean;
  /** Owner of the customer, who starts the run. */
  player: Player;
  startedOn: Day;
  today: Day;
}

/**
 * Simulates a run of a playbook up to yesterday. The only condition that can match is the health
 * tier Critical; it matches customers at risk.
 */
function playedRun(
  { institutionId, isAtRisk, player, startedOn, today }: Played,
  random: SeededRandom,
) {
  const book = demoPlaybooks.find(({ isFor }) => isFor === (isAtRisk ? 'at risk' : 'steady'));
  if (book === undefined) throw new Error('The demo has no such playbook');
  const playbookId = createDeterministicId('demo playbook', book.fields.name);
  const runId = createDeterministicId('demo run', playbookId, institutionId);
  const hours = createDefaultWorkingTime('America/Los_Angeles');
  const isSlow = random.chance(0.4);
  const told: PlayedSteps = { steps: [], runTasks: [] };
  const at = (day: Day) => buildTimeOnDemoWorkday(day, random.integer(0, 450));
  let standing: CurrentStep | null = null;
  /** Day on which the owner completes the open task; `null` without an open task. */
  const open: { closesOn: Day | null } = { closesOn: null };
  let end: { state: 'completed' | 'exited'; on: Day } | undefined;

  function enter({ step, dueOn, outcome, hasTask }: PlannedRunStep, day: Day): void {
    const taskId = hasTask ? createDeterministicId('demo task', runId, step.stepId) : null;
    const isWork = step.kind === 'task' || step.kind === 'checkpoint';
    const title = isWork ? step.title : stepKindTexts[step.kind].name;
    const closesOn = hasTask ? addDays(day, random.integer(1, isSlow ? 30 : 5)) : null;
    open.closesOn = closesOn;
    const isDone = closesOn !== null && closesOn < today;
    const doneAt = isDone
      ? at(closesOn)
      : outcome === null
        ? null
        : buildTimeOnDemoWorkday(day, 460);
    told.steps.push({
      ...{
        institution_id: institutionId,
        run_id: runId,
        step_id: step.stepId,
        place: told.steps.length + 1,
        kind: step.kind,
        title,
      },
      ...{
        started_at: buildTimeOnDemoWorkday(day, 460),
        due_on: dueOn,
        done_at: doneAt,
        outcome: isDone ? 'done' : outcome,
      },
      ...{ assignee_id: hasTask ? player.id : null, task_id: taskId, note: null },
    });
    if (taskId === null) return;
    told.runTasks.push({
      ...{
        institution_id: institutionId,
        task_id: taskId,
        title,
        due_on: dueOn,
        assignee_id: player.id,
        snoozed_until: null,
      },
      details: [isWork ? step.details : '', `Playbook: ${book?.fields.name}`]
        .filter((line) => line !== '')
        .join('\n'),
      ...{
        status: isDone ? 'done' : 'open',
        version: isDone ? 2 : 1,
        created_by: player.id,
        updated_by: player.id,
      },
      ...{
        created_at: buildTimeOnDemoWorkday(day, 460),
        updated_at: doneAt ?? buildTimeOnDemoWorkday(day, 460),
        closed_at: doneAt,
      },
    });
  }

  for (let day = startedOn; day < today && end === undefined; day = addDays(day, 1)) {
    const facts: RunAdvanceFacts = {
      today: day,
      isGone: false,
      noticedOn: null,
      fits: (conditions) => conditions === 'f.healthTier=Critical' && isAtRisk,
      dayAfter: (delay) => dayAfterDelay(delay, day, hours),
    };
    const isClosed = open.closesOn !== null && open.closesOn < day;
    const move = decideRunAdvance(
      book.fields,
      standing && { ...standing, outcome: isClosed ? 'done' : null },
      facts,
    );
    if (move === undefined) continue;
    if (move.left !== null)
      Object.assign(told.steps.at(-1) ?? {}, {
        outcome: move.left,
        done_at: buildTimeOnDemoWorkday(day, 450),
      });
    for (const entered of move.entered) enter(entered, day);
    const last = move.entered.at(-1);
    if (last !== undefined)
      standing = { stepId: last.step.stepId, dueOn: last.dueOn, outcome: null };
    if (move.end !== null) end = { state: move.end.state, on: day };
  }

  const own = { institutionId, runId, userId: player.id };
  const tell = (what: string, instant: Date) =>
    demoWorkEvent(random, playbookRunEvent(own, book.fields.name, what, null), player.id, instant);
  return {
    ...told,
    run: {
      ...{
        institution_id: institutionId,
        run_id: runId,
        playbook_id: playbookId,
        version: 1,
        state: end?.state ?? ('active' as const),
      },
      ...{
        step_id: standing?.stepId ?? null,
        started_on: startedOn,
        started_at: buildTimeOnDemoWorkday(startedOn, 455),
        started_by: player.id,
      },
      ...{
        start_score: null,
        ended_at: end === undefined ? null : buildTimeOnDemoWorkday(end.on, 465),
        ended_by: null,
        end_reason: null,
        end_score: null,
      },
      revision: told.steps.length + 1,
    },
    events: [
      tell('started', buildTimeOnDemoWorkday(startedOn, 455)),
      ...(end === undefined ? [] : [tell('completed', buildTimeOnDemoWorkday(end.on, 465))]),
    ],
  };
}
