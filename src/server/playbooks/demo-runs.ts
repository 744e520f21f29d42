import type { Insertable } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Schema } from '#server/core/db/schema.ts';
import { insertRows } from '#server/core/db/writes.ts';
import { createRandom, createSeededUuid, type SeededRandom } from '#server/core/seeded-random.ts';
import { type DemoTeam, demoWorkingTime } from '#server/institutions/demo-rows.ts';
import { addDays, type Day } from '#shared/core/dates.ts';
import type { PlaybookFields } from '#shared/playbooks/playbooks.ts';
import type { PlaybookStep } from '#shared/playbooks/steps.ts';
import { stepKindTexts } from '#shared/playbooks/words.ts';
import { defaultWorkingTime } from '#shared/work/working-time-rules.ts';
import { addScoresToRuns } from './demo-rows-queries.ts';
import { createDeterministicId } from './ids.ts';
import { playbookRunEvent } from './moves.ts';
import {
  type CurrentStep,
  dayAfterDelay,
  decideRunAdvance,
  type PlannedRunStep,
  type RunAdvanceFacts,
} from './rules.ts';

interface PlayedRuns {
  playbooks: Insertable<Schema['playbook']>[];
  playbookVersions: Insertable<Schema['playbook_version']>[];
  runs: Insertable<Schema['playbook_run']>[];
  steps: Insertable<Schema['playbook_step']>[];
  runTasks: Insertable<Schema['task']>[];
}

const work = (title: string, details: string, days: number) =>
  ({ title, details, assigneeId: null, due: { days, unit: 'working' } }) as const;
const common = (word: string, next: PlaybookStep['next'] = 'following') => ({
  stepId: createDeterministicId('demo step', word),
  next,
});

/** Playbooks of the demo's team. */
const demoPlaybooks: { fields: Omit<PlaybookFields, 'fallbackId'>; isFor: 'at risk' | 'steady' }[] =
  [
    {
      isFor: 'at risk',
      fields: {
        name: 'Win back a Critical customer',
        ruleId: null,
        conditions: 'f.healthTier=Critical',
        againDays: 60,
        exit: 'f.healthTier=Healthy',
        steps: [
          {
            kind: 'task',
            ...common('call'),
            ...work('Call the office manager: what has changed?', 'Have the prep sheet open.', 2),
            waits: true,
          },
          { kind: 'wait', ...common('settle'), delay: { days: 7, unit: 'calendar' } },
          {
            kind: 'branch',
            ...common('still'),
            conditions: 'f.healthTier=Critical',
            otherwise: createDeterministicId('demo step', 'agreed'),
          },
          {
            kind: 'task',
            ...common('training'),
            ...work(
              'Offer a training session',
              'For the front desk, 30 minutes, on the product that fell most.',
              3,
            ),
            waits: true,
          },
          {
            kind: 'checkpoint',
            ...common('agreed'),
            ...work('A plan is agreed with the customer', '', 5),
            until: 'f.healthTier=Medium&f.healthTier=Healthy',
          },
        ],
      },
    },
    {
      isFor: 'steady',
      fields: {
        name: 'Talk about the next product',
        ruleId: null,
        conditions: 'f.readyToExpand=yes',
        againDays: 180,
        exit: 'f.healthTier=Critical',
        steps: [
          {
            kind: 'task',
            ...common('look'),
            ...work('Look at what they could use next', 'Compare with their peers.', 3),
            waits: true,
          },
          {
            kind: 'checkpoint',
            ...common('talk'),
            ...work('Talk with the owner', '', 10),
            until: '',
          },
          {
            kind: 'task',
            ...common('note'),
            ...work('Write down what was agreed', '', 1),
            waits: false,
          },
        ],
      },
    },
  ];

/**
 * Inserts the playbooks of the demo's team and their runs. Customers at risk in the last weeks have
 * more runs.
 */
export async function seedDemoPlaybooks(
  transaction: Queries,
  { seed, today, users, customers }: DemoTeam,
): Promise<void> {
  const writer = users.find(({ status }) => status === 'active');
  if (writer === undefined) return;
  const { playbooks, playbookVersions } = demoPlaybookRows(writer.user_id, addDays(today, -100));
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

/** Returns the rows of the playbooks. `writer` created them and is their fallback assignee. */
function demoPlaybookRows(
  writer: string,
  on: Day,
): Pick<PlayedRuns, 'playbooks' | 'playbookVersions'> {
  const changed = { changed_by: writer, changed_at: demoWorkingTime(on) };
  const all = demoPlaybooks.map(({ fields }) => ({
    ids: {
      playbook_id: createDeterministicId('demo playbook', fields.name),
      version: 1,
      is_on: true,
    },
    fields,
  }));
  return {
    playbooks: all.map(({ ids, fields }) => ({
      ...ids,
      name: fields.name,
      rule_id: null,
      follows_from: null,
      ...changed,
    })),
    playbookVersions: all.map(({ ids, fields }) => ({
      ...ids,
      told: JSON.stringify({ ...fields, fallbackId: writer }),
      ...changed,
    })),
  };
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
 * Simulates a run of a playbook until yesterday by the rules of playbooks. The demo's customers
 * never match the start conditions of playbooks.
 */
function playedRun(
  { institutionId, isAtRisk, player, startedOn, today }: Played,
  random: SeededRandom,
) {
  const book = demoPlaybooks.find(({ isFor }) => isFor === (isAtRisk ? 'at risk' : 'steady'));
  if (book === undefined) throw new Error('The demo has no such playbook');
  const playbookId = createDeterministicId('demo playbook', book.fields.name);
  const runId = createDeterministicId('demo run', playbookId, institutionId);
  const hours = defaultWorkingTime('America/Los_Angeles');
  const isSlow = random.chance(0.4);
  const told: Pick<PlayedRuns, 'steps' | 'runTasks'> = { steps: [], runTasks: [] };
  const at = (day: Day) => demoWorkingTime(day, random.integer(0, 450));
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
    const doneAt = isDone ? at(closesOn) : outcome === null ? null : demoWorkingTime(day, 460);
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
        started_at: demoWorkingTime(day, 460),
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
        created_at: demoWorkingTime(day, 460),
        updated_at: doneAt ?? demoWorkingTime(day, 460),
        closed_at: doneAt,
      },
    });
  }

  for (let day = startedOn; day < today && end === undefined; day = addDays(day, 1)) {
    const facts: RunAdvanceFacts = {
      today: day,
      isGone: false,
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
        done_at: demoWorkingTime(day, 450),
      });
    for (const entered of move.entered) enter(entered, day);
    const last = move.entered.at(-1);
    if (last !== undefined)
      standing = { stepId: last.step.stepId, dueOn: last.dueOn, outcome: null };
    if (move.end !== null) end = { state: move.end.state, on: day };
  }

  const own = { institutionId, runId, userId: player.id };
  const tell = (what: string, instant: Date): Insertable<Schema['work_event']> => {
    const { subjectId, detail, ...event } = playbookRunEvent(own, book.fields.name, what, null);
    return {
      institution_id: institutionId,
      event_id: createSeededUuid(random),
      actor_id: player.id,
      at: instant,
      kind: event.kind,
      event: event.event,
      subject_id: subjectId,
      detail: JSON.stringify(detail),
    };
  };
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
        started_at: demoWorkingTime(startedOn, 455),
        started_by: player.id,
      },
      ...{
        start_score: null,
        ended_at: end === undefined ? null : demoWorkingTime(end.on, 465),
        ended_by: null,
        end_reason: null,
        end_score: null,
      },
      revision: told.steps.length + 1,
    },
    events: [
      tell('started', demoWorkingTime(startedOn, 455)),
      ...(end === undefined ? [] : [tell('completed', demoWorkingTime(end.on, 465))]),
    ],
  };
}
