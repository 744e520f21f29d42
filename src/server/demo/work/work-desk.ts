import type { Insertable } from 'kysely';
import type { Schema } from '#server/core/db/schema.ts';
import { addDays, type Day, daysBetween, weekStartOf } from '#shared/core/dates.ts';
import { riskReasonsOf } from '#shared/work/cases.ts';
import { lossReview } from '../world/loss-reviews.ts';
import { personName } from '../world/names.ts';
import { createRandom, type Random, uuid } from '../world/random.ts';
import { instantOf } from '../world/rows.ts';
import { demoActionItem } from './work-action-items.ts';
import type { DemoLoss, RiskWeek, WorkedInstitution } from './work-facts-queries.ts';
import { playedRun } from './work-playbooks.ts';
import type { DemoWork } from './work-queries.ts';
import { workedRenewal } from './work-renewals.ts';
import { noteTexts, outcomeChoices, snoozeReasons, taskTitles } from './work-texts.ts';

/**
 * Simulates the work of a customer's owner. Days are counted back from today, and nothing happens
 * before go-live.
 */
export function deskOf(
  work: DemoWork,
  institution: WorkedInstitution,
  random: Random,
  today: Day,
  seed: string,
) {
  const { institution_id } = institution;
  const owner =
    work.people[(institution.owner_id ?? random.integer(1, work.people.length - 1)) - 1];
  const lastDay = institution.churned_on ?? today;
  const known = daysBetween(institution.go_live_on, lastDay);
  if (owner?.user_id === undefined || known < 3) return undefined;
  const person = { id: owner.user_id, name: owner.name };
  const ago = (most: number) =>
    instantOf(
      addDays(lastDay, -random.integer(1, Math.max(1, Math.min(most, known - 1)))),
      random.integer(0, 450),
    );
  const tell = (
    event: Omit<
      Insertable<Schema['work_event']>,
      'institution_id' | 'event_id' | 'actor_id' | 'detail'
    >,
    detail: Record<string, string | null>,
  ) =>
    work.events.push({
      institution_id,
      event_id: uuid(random),
      actor_id: person.id,
      ...event,
      detail: JSON.stringify(detail),
    });

  function writeNotes(): void {
    for (let left = random.integer(1, 3); left > 0; left--) {
      const contact = personName(random);
      work.notes.push({
        institution_id,
        note_id: uuid(random),
        author_id: person.id,
        body: random
          .pick(noteTexts)
          .replaceAll('{contact}', contact)
          .replaceAll('{name}', institution.name),
        created_at: ago(200),
        edited_at: null,
        deleted_at: null,
      });
    }
  }

  function addTask(): void {
    const task_id = uuid(random);
    const title = random.pick(taskTitles);
    const created_at = ago(25);
    const status = random.weighted([
      { status: 'open' as const, weight: 6 },
      { status: 'done' as const, weight: 3 },
      { status: 'dropped' as const, weight: 1 },
    ]).status;
    const due_on = random.chance(0.85) ? addDays(today, random.integer(-4, 24)) : null;
    const closed = instantOf(addDays(today, -1), random.integer(0, 450));
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
    tell(
      { at: created_at, kind: 'task', event: 'created', subject_id: task_id },
      { title, assignee: person.name, due: due_on },
    );
    if (closed_at !== null && status !== 'open')
      tell({ at: closed_at, kind: 'task', event: status, subject_id: task_id }, { title });
  }

  function judge(weeks: readonly RiskWeek[]): void {
    const last = weeks.at(-1);
    if (last === undefined) return;
    if (random.chance(0.4)) recordOutcome(random.pick(weeks));
    if (isAtRisk(weeks, today) && random.chance(0.35))
      takeCase(random.chance(0.35) ? last : undefined);
  }

  function recordOutcome(week: RiskWeek): void {
    const choice = random.weighted(outcomeChoices);
    const decided = instantOf(
      addDays(week.week_start, 8 + random.integer(0, 4)),
      random.integer(0, 450),
    );
    const yesterday = instantOf(addDays(today, -1));
    work.outcomes.push({
      institution_id,
      outcome_id: uuid(random),
      decided_by: person.id,
      decided_at: new Date(Math.min(decided.getTime(), yesterday.getTime())),
      outcome: choice.outcome,
      note: random.pick(choice.notes),
      judged_week: week.week_start,
      judged_score: week.adoption_score,
      judged_tier: week.health_tier,
      judged_reasons: JSON.stringify(
        riskReasonsOf(
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

  /** Assigns the case, and snoozes it in the week of its assessment when there is one. */
  function takeCase(snoozedAt: RiskWeek | undefined): void {
    const at = instantOf(addDays(today, -1), random.integer(0, 300));
    const until = snoozedAt === undefined ? null : addDays(today, random.integer(4, 60));
    const reason = snoozedAt === undefined ? null : random.pick(snoozeReasons);
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
    tell(
      { at: new Date(at.getTime() - 60_000), kind: 'risk', event: 'assigned', subject_id: null },
      { assignee: person.name },
    );
    if (snoozed) tell({ at, kind: 'risk', event: 'snoozed', subject_id: null }, { until, reason });
  }

  function changeOwner(): void {
    const { deal_id, owner_id } = institution;
    if (deal_id === null || owner_id === null) return;
    const before = random.integer(1, work.people.length);
    if (before === owner_id) return;
    work.ownerChanges.push({
      institution_id,
      deal_id,
      changed_at: ago(300),
      from_owner_id: before,
      to_owner_id: owner_id,
    });
  }

  /** Reviews a loss: mostly within the ten days allowed, sometimes later, rarely never. */
  function lookBackAt({ loss_id, noticed_on, reason }: DemoLoss): void {
    const on = addDays(noticed_on, random.integer(3, 16));
    if (on >= today || random.chance(0.06)) return;
    work.retros.push({
      institution_id,
      loss_id,
      ...lossReview(random, reason),
      done_by: person.id,
      done_at: instantOf(on, random.integer(0, 450)),
    });
  }

  function answerCall(weeks: readonly RiskWeek[]): void {
    const ownRandom = createRandom(seed, 'call', institution_id);
    const since = isAtRisk(weeks, today) ? weeks : [];
    const worked = demoActionItem(
      { institutionId: institution_id, personId: person.id, weeks: since },
      ownRandom,
      today,
      () => uuid(ownRandom),
    );
    if (worked === undefined) return;
    work.calls.push(worked);
    work.events.push(...worked.events);
  }

  function prepareRenewal(isNowAtRisk: boolean): void {
    const { renewal_id: dealId, renews_on: renewsOn } = institution;
    if (dealId === null || renewsOn === null) return;
    const ownRandom = createRandom(seed, 'renewal', institution_id);
    const due = {
      institutionId: institution_id,
      dealId,
      renewsOn,
      personId: person.id,
      isAtRisk: isNowAtRisk,
    };
    const worked = workedRenewal(due, ownRandom, today, () => uuid(ownRandom));
    if (worked === undefined) return;
    work.renewals.push(worked.renewal);
    work.renewalChanges.push(...worked.changes);
    work.events.push(...worked.events);
  }

  /** Starts a playbook for some customers, more often when they were recently at risk. */
  function play(wasAtRisk: boolean): void {
    const ownRandom = createRandom(seed, 'playbook', institution_id);
    const startedOn = addDays(today, -ownRandom.integer(2, 80));
    if (
      owner?.status !== 'active' ||
      startedOn <= institution.go_live_on ||
      !ownRandom.chance(wasAtRisk ? 0.12 : 0.02)
    )
      return;
    const played = playedRun(
      { institutionId: institution_id, isAtRisk: wasAtRisk, player: person, startedOn, today },
      ownRandom,
    );
    work.runs.push(played.run);
    work.steps.push(...played.steps);
    work.runTasks.push(...played.runTasks);
    for (const { userId: _, institutionId: __, subjectId, detail, ...event } of played.events)
      tell({ ...event, subject_id: subjectId }, detail);
  }

  return { writeNotes, addTask, judge, changeOwner, lookBackAt, answerCall, prepareRenewal, play };
}

/**
 * Returns `true` when a customer was at risk in the last complete week, given its weeks at risk.
 */
export const isAtRisk = (weeks: readonly RiskWeek[], today: Day): boolean =>
  weeks.at(-1)?.week_start === addDays(weekStartOf(today), -7);
