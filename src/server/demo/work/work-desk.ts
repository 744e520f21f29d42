import type { Insertable } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Schema } from '#server/core/db/schema.ts';
import { insertRows } from '#server/core/db/writes.ts';
import { createRandom, drawSeededUuid } from '#server/core/seeded-random.ts';
import {
  buildTimeOnDemoWorkday,
  type DemoCustomer,
  type DemoTeamAndCustomers,
  type RiskWeek,
} from '#server/institutions/demo-rows.ts';
import { demoWorkEvent } from '#server/work/demo-event.ts';
import type { WorkTimelineEvent } from '#server/work/event-queries.ts';
import { addDays, daysBetween } from '#shared/core/dates.ts';
import { findRiskReasons } from '#shared/work/cases.ts';
import { createLossReviewRow } from '../world/loss-reviews.ts';
import { createPersonName } from '../world/names.ts';
import type { DemoNotice } from './work-facts-queries.ts';
import {
  demoNoteTexts,
  demoSnoozeReasons,
  demoTaskTitles,
  weightedRiskOutcomes,
} from './work-texts.ts';

/** Daily work of the demo's users: notes, tasks, risk cases, changed owners and loss reviews. */
interface DeskWork {
  notes: Insertable<Schema['note']>[];
  tasks: Insertable<Schema['task']>[];
  events: Insertable<Schema['work_event']>[];
  cases: Insertable<Schema['risk_case']>[];
  outcomes: Insertable<Schema['risk_outcome']>[];
  ownerChanges: Insertable<Schema['crm_owner_change']>[];
  retros: Insertable<Schema['churn_retro']>[];
}

/** Simulates the daily work of the team for its customers. */
export function simulateTeamWork(
  team: DemoTeamAndCustomers,
  losses: readonly DemoNotice[],
): DeskWork {
  const work: DeskWork = {
    notes: [],
    tasks: [],
    events: [],
    cases: [],
    outcomes: [],
    ownerChanges: [],
    retros: [],
  };
  const lossOf = new Map(losses.map((loss) => [loss.institution_id, loss]));
  for (const customer of team.customers) {
    const random = createRandom(team.seed, 'work', customer.institution_id);
    const desk = deskOf(work, customer, team);
    if (random.chance(0.4)) desk.writeNotes();
    if (customer.churned_on === null) {
      if (random.chance(0.16)) desk.addTask();
      desk.judge();
    }
    if (random.chance(0.06)) desk.changeOwner();
    const loss = lossOf.get(customer.institution_id);
    if (loss !== undefined) desk.lookBackAt(loss);
  }
  return work;
}

export async function insertTeamWork(transaction: Queries, work: DeskWork): Promise<void> {
  await insertRows(transaction, 'note', work.notes);
  await insertRows(transaction, 'task', work.tasks);
  await insertRows(transaction, 'work_event', work.events);
  await insertRows(transaction, 'risk_case', work.cases);
  await insertRows(transaction, 'risk_outcome', work.outcomes);
  await insertRows(transaction, 'crm_owner_change', work.ownerChanges);
  await insertRows(transaction, 'churn_retro', work.retros);
}

/**
 * Simulates the daily work for one customer. Days are counted back from today. There is no work
 * before go-live.
 */
function deskOf(
  work: DeskWork,
  { user: person, riskWeeks: weeks, isAtRisk, ...institution }: DemoCustomer,
  { seed, today, users }: DemoTeamAndCustomers,
) {
  const { institution_id } = institution;
  const random = createRandom(seed, 'desk', institution_id);
  const lastDay = institution.churned_on ?? today;
  const known = daysBetween(institution.go_live_on, lastDay);
  const ago = (most: number) =>
    buildTimeOnDemoWorkday(
      addDays(lastDay, -random.integer(1, Math.max(1, Math.min(most, known - 1)))),
      random.integer(0, 450),
    );
  const tell = (event: Omit<WorkTimelineEvent, 'institutionId'>, at: Date) =>
    work.events.push(
      demoWorkEvent(random, { institutionId: institution_id, ...event }, person.id, at),
    );

  function writeNotes(): void {
    for (let left = random.integer(1, 3); left > 0; left--) {
      const contact = createPersonName(random);
      work.notes.push({
        institution_id,
        note_id: drawSeededUuid(random),
        author_id: person.id,
        body: random
          .pick(demoNoteTexts)
          .replaceAll('{contact}', contact)
          .replaceAll('{name}', institution.name),
        created_at: ago(200),
        edited_at: null,
        deleted_at: null,
      });
    }
  }

  function addTask(): void {
    const task_id = drawSeededUuid(random);
    const title = random.pick(demoTaskTitles);
    const created_at = ago(25);
    const status = random.weighted([
      { status: 'open' as const, weight: 6 },
      { status: 'done' as const, weight: 3 },
      { status: 'dropped' as const, weight: 1 },
    ]).status;
    const due_on = random.chance(0.85) ? addDays(today, random.integer(-4, 24)) : null;
    const closed = buildTimeOnDemoWorkday(addDays(today, -1), random.integer(0, 450));
    const closed_at =
      status === 'open'
        ? null
        : new Date(Math.max(closed.getTime(), created_at.getTime() + 60_000));
    work.tasks.push({
      institution_id,
      task_id,
      title,
      due_on,
      assignee_id: person.id,
      status,
      snoozed_until: null,
      created_by: person.id,
      created_at,
      updated_by: person.id,
      updated_at: closed_at ?? created_at,
      closed_at,
      version: status === 'open' ? 1 : 2,
    });
    const task = { kind: 'task', subjectId: task_id } as const;
    tell(
      { ...task, event: 'created', detail: { title, assignee: person.name, due: due_on } },
      created_at,
    );
    if (closed_at !== null && status !== 'open')
      tell({ ...task, event: status, detail: { title } }, closed_at);
  }

  function judge(): void {
    const last = weeks.at(-1);
    if (last === undefined) return;
    if (random.chance(0.4)) recordOutcome(random.pick(weeks));
    if (isAtRisk && random.chance(0.35)) takeCase(random.chance(0.35) ? last : undefined);
  }

  function recordOutcome(week: RiskWeek): void {
    const choice = random.weighted(weightedRiskOutcomes);
    const decided = buildTimeOnDemoWorkday(
      addDays(week.week_start, 8 + random.integer(0, 4)),
      random.integer(0, 450),
    );
    const yesterday = buildTimeOnDemoWorkday(addDays(today, -1));
    work.outcomes.push({
      institution_id,
      outcome_id: drawSeededUuid(random),
      decided_by: person.id,
      decided_at: new Date(Math.min(decided.getTime(), yesterday.getTime())),
      outcome: choice.outcome,
      note: random.pick(choice.notes),
      judged_week: week.week_start,
      judged_score: week.adoption_score,
      judged_tier: week.health_tier,
      judged_reasons: JSON.stringify(
        findRiskReasons(
          {
            healthTier: week.health_tier,
            consecutiveWeeksDeclining: week.weeks_declining,
            hasZeroUsage: week.has_zero_usage,
          },
          week.rules,
        ),
      ),
    });
  }

  /** Assigns the case to the owner. Snoozes the case in the week `snoozedAt`. */
  function takeCase(snoozedAt: RiskWeek | undefined): void {
    const at = buildTimeOnDemoWorkday(addDays(today, -1), random.integer(0, 300));
    const until = snoozedAt === undefined ? null : addDays(today, random.integer(4, 60));
    const reason = snoozedAt === undefined ? null : random.pick(demoSnoozeReasons);
    const snoozed = until !== null && reason !== null;
    work.cases.push({
      institution_id,
      assignee_id: person.id,
      snoozed_until: until,
      snooze_reason: reason,
      snoozed_by: snoozed ? person.id : null,
      snoozed_at: snoozed ? at : null,
      snooze_week: snoozedAt?.week_start ?? null,
      snooze_tier: snoozedAt?.health_tier ?? null,
      version: snoozed ? 2 : 1,
      updated_by: person.id,
      updated_at: at,
    });
    const risk = { kind: 'risk', subjectId: null } as const;
    tell(
      { ...risk, event: 'assigned', detail: { assignee: person.name } },
      new Date(at.getTime() - 60_000),
    );
    if (snoozed) tell({ ...risk, event: 'snoozed', detail: { until, reason } }, at);
  }

  function changeOwner(): void {
    const { deal_id, owner_id } = institution;
    if (deal_id === null || owner_id === null) return;
    const before = random.integer(1, users.length);
    if (before === owner_id) return;
    work.ownerChanges.push({
      institution_id,
      deal_id,
      changed_at: ago(300),
      from_owner_id: before,
      to_owner_id: owner_id,
    });
  }

  /**
   * Reviews a loss. Most reviews come within the ten days allowed, some come later, and a few never
   * come.
   */
  function lookBackAt({ loss_id, noticed_on, reason }: DemoNotice): void {
    const on = addDays(noticed_on, random.integer(3, 16));
    if (on >= today || random.chance(0.06)) return;
    work.retros.push({
      institution_id,
      loss_id,
      ...createLossReviewRow(random, reason),
      done_by: person.id,
      done_at: buildTimeOnDemoWorkday(on, random.integer(0, 450)),
    });
  }

  return { writeNotes, addTask, judge, changeOwner, lookBackAt };
}
