import type { Insertable } from 'kysely';
import type { Database } from '#server/core/db/database.ts';
import type { Schema } from '#server/core/db/schema.ts';
import type { Clock } from '#server/core/dependencies.ts';
import { addDays, type Day, dayIn, daysBetween, weekStartOf } from '#shared/core/dates.ts';
import { type RiskOutcomeKind, riskReasonsOf } from '#shared/work/cases.ts';
import { demoRules, workedCall } from './work-calls.ts';
import { demoCampaign } from './work-campaign.ts';
import { demoPlaybookRows, playedRun } from './work-playbooks.ts';
import {
  type DemoLoss,
  type DemoWork,
  demoInstitutions,
  demoIssuer,
  demoLosses,
  keepDemoWork,
  type RiskWeek,
  riskWeeks,
  type WorkedInstitution,
  wantsDemoWork,
} from './work-queries.ts';
import { workedRenewal } from './work-renewals.ts';
import { demoOwners } from './world/crm.ts';
import { lookBack } from './world/look-backs.ts';
import { personName } from './world/names.ts';
import { createRandom, type Random } from './world/random.ts';
import { instantOf } from './world/rows.ts';

const weeksOfOutcomes = 10;

/** What the demo's people have written and done: made once, when the history is scored, because what they judged is in it. */
export async function seedDemoWork(database: Database, clock: Clock, timeZone: string, seed = 'chairside'): Promise<void> {
  if (!(await wantsDemoWork(database.background))) return;
  const today = dayIn(timeZone, clock());
  const institutions = await demoInstitutions(database.background);
  const weeks = await riskWeeks(database.background, addDays(weekStartOf(today), -7 * weeksOfOutcomes));
  const losses = await demoLosses(database.background);
  await keepDemoWork(database.background, demoWork({ seed, today, institutions, weeks, losses }));
}

interface Facts {
  seed: string;
  today: Day;
  institutions: readonly WorkedInstitution[];
  weeks: readonly RiskWeek[];
  losses: readonly DemoLoss[];
}

export function demoWork({ seed, today, institutions, weeks, losses }: Facts): DemoWork {
  const people = demoPeople(seed, addDays(today, -400));
  const campaignRandom = createRandom(seed, 'campaign');
  const work: DemoWork = {
    people,
    notes: [],
    tasks: [],
    events: [],
    cases: [],
    outcomes: [],
    ownerChanges: [],
    retros: [],
    renewals: [],
    renewalChanges: [],
    playbooks: [],
    playbookVersions: [],
    runs: [],
    steps: [],
    runTasks: [],
    campaign: demoCampaign(institutions, people, { random: campaignRandom, today, uuid: () => uuid(campaignRandom) }),
    alertRules: people.slice(0, 1).flatMap(({ user_id = '' }) => demoRules(user_id, today)),
    calls: [],
  };
  const writer = people.find(({ status }) => status === 'active')?.user_id;
  if (writer !== undefined) Object.assign(work, demoPlaybookRows(writer, addDays(today, -100)));
  const weeksOf = Map.groupBy(weeks, (week) => week.institution_id);
  const lossOf = new Map(losses.map((loss) => [loss.institution_id, loss]));
  for (const institution of institutions) {
    const random = createRandom(seed, 'work', institution.institution_id);
    const desk = deskOf(work, institution, random, today, seed);
    if (desk === undefined) continue;
    if (random.chance(0.4)) desk.writeNotes();
    if (institution.churned_on === null) {
      if (random.chance(0.16)) desk.addTask();
      desk.judge(weeksOf.get(institution.institution_id) ?? []);
      desk.answerCall(weeksOf.get(institution.institution_id) ?? []);
      desk.prepareRenewal(isAtRisk(weeksOf.get(institution.institution_id) ?? [], today));
      desk.play(weeksOf.has(institution.institution_id));
    }
    if (random.chance(0.06)) desk.changeOwner();
    const loss = lossOf.get(institution.institution_id);
    if (loss !== undefined) desk.lookBackAt(loss);
  }
  return work;
}

/** The CRM's owners who are still there; their ids are the same in every demo. */
function demoPeople(seed: string, since: Day): DemoWork['people'] {
  const random = createRandom(seed, 'people');
  return demoOwners(seed).map(({ owner_id, name, email, archived }) => ({
    user_id: uuid(random),
    issuer: demoIssuer,
    subject: String(owner_id),
    email,
    name,
    picture: null,
    role: 'member',
    status: archived === true ? 'disabled' : 'active',
    created_at: instantOf(since),
    last_sign_in_at: null,
  }));
}

function uuid(random: Random): string {
  const hex = (length: number) => Array.from({ length }, () => random.integer(0, 15).toString(16)).join('');
  return `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;
}

/** The owner of one customer at work. Days are counted back from today, and nothing happens before go-live. */
function deskOf(work: DemoWork, institution: WorkedInstitution, random: Random, today: Day, seed: string) {
  const { institution_id } = institution;
  const owner = work.people[(institution.owner_id ?? random.integer(1, work.people.length - 1)) - 1];
  const lastDay = institution.churned_on ?? today;
  const known = daysBetween(institution.go_live_on, lastDay);
  if (owner?.user_id === undefined || known < 3) return undefined;
  const person = { id: owner.user_id, name: owner.name };
  const ago = (most: number) =>
    instantOf(addDays(lastDay, -random.integer(1, Math.max(1, Math.min(most, known - 1)))), random.integer(0, 450));
  const tell = (
    event: Omit<Insertable<Schema['work_event']>, 'institution_id' | 'event_id' | 'actor_id' | 'detail'>,
    detail: Record<string, string | null>,
  ) => work.events.push({ institution_id, event_id: uuid(random), actor_id: person.id, ...event, detail: JSON.stringify(detail) });

  function writeNotes(): void {
    for (let left = random.integer(1, 3); left > 0; left--) {
      const contact = personName(random);
      work.notes.push({
        institution_id,
        note_id: uuid(random),
        author_id: person.id,
        body: random.pick(noteTexts).replaceAll('{contact}', contact).replaceAll('{name}', institution.name),
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
    const closed_at = status === 'open' ? null : new Date(Math.max(closed.getTime(), created_at.getTime() + 60_000));
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
    tell({ at: created_at, kind: 'task', event: 'created', subject_id: task_id }, { title, assignee: person.name, due: due_on });
    if (closed_at !== null && status !== 'open') tell({ at: closed_at, kind: 'task', event: status, subject_id: task_id }, { title });
  }

  function judge(weeks: readonly RiskWeek[]): void {
    const last = weeks.at(-1);
    if (last === undefined) return;
    if (random.chance(0.4)) recordOutcome(random.pick(weeks));
    if (isAtRisk(weeks, today) && random.chance(0.35)) takeCase(random.chance(0.35) ? last : undefined);
  }

  function recordOutcome(week: RiskWeek): void {
    const choice = random.weighted(outcomeChoices);
    const decided = instantOf(addDays(week.week_start, 8 + random.integer(0, 4)), random.integer(0, 450));
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
          { healthTier: week.health_tier, consecutiveWeeksDeclining: week.weeks_declining, hasZeroUsage: week.has_zero_usage },
          week.rules,
        ),
      ),
    });
  }

  /** Takes the case on, and snoozes it beside the week it was judged at when there is one. */
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
    tell({ at: new Date(at.getTime() - 60_000), kind: 'risk', event: 'assigned', subject_id: null }, { assignee: person.name });
    if (snoozed) tell({ at, kind: 'risk', event: 'snoozed', subject_id: null }, { until, reason });
  }

  function changeOwner(): void {
    const { deal_id, owner_id } = institution;
    if (deal_id === null || owner_id === null) return;
    const before = random.integer(1, work.people.length);
    if (before === owner_id) return;
    work.ownerChanges.push({ institution_id, deal_id, changed_at: ago(300), from_owner_id: before, to_owner_id: owner_id });
  }

  /** Most look back within the ten days that they have, some later, a few never. */
  function lookBackAt({ loss_id, noticed_on, reason }: DemoLoss): void {
    const on = addDays(noticed_on, random.integer(3, 16));
    if (on >= today || random.chance(0.06)) return;
    work.retros.push({
      institution_id,
      loss_id,
      ...lookBack(random, reason),
      done_by: person.id,
      done_at: instantOf(on, random.integer(0, 450)),
    });
  }

  function answerCall(weeks: readonly RiskWeek[]): void {
    const ownRandom = createRandom(seed, 'call', institution_id);
    const since = isAtRisk(weeks, today) ? weeks : [];
    const worked = workedCall({ institutionId: institution_id, personId: person.id, weeks: since }, ownRandom, today, () =>
      uuid(ownRandom),
    );
    if (worked === undefined) return;
    work.calls.push(worked);
    work.events.push(...worked.events);
  }

  function prepareRenewal(isNowAtRisk: boolean): void {
    const { renewal_id: dealId, renews_on: renewsOn } = institution;
    if (dealId === null || renewsOn === null) return;
    const ownRandom = createRandom(seed, 'renewal', institution_id);
    const due = { institutionId: institution_id, dealId, renewsOn, personId: person.id, isAtRisk: isNowAtRisk };
    const worked = workedRenewal(due, ownRandom, today, () => uuid(ownRandom));
    if (worked === undefined) return;
    work.renewals.push(worked.renewal);
    work.renewalChanges.push(...worked.changes);
    work.events.push(...worked.events);
  }

  /** Starts a playbook for some, and more often for those that were at risk lately. */
  function play(wasAtRisk: boolean): void {
    const ownRandom = createRandom(seed, 'playbook', institution_id);
    const startedOn = addDays(today, -ownRandom.integer(2, 80));
    if (owner?.status !== 'active' || startedOn <= institution.go_live_on || !ownRandom.chance(wasAtRisk ? 0.12 : 0.02)) return;
    const played = playedRun({ institutionId: institution_id, isAtRisk: wasAtRisk, player: person, startedOn, today }, ownRandom);
    work.runs.push(played.run);
    work.steps.push(...played.steps);
    work.runTasks.push(...played.runTasks);
    for (const { userId: _, institutionId: __, subjectId, detail, ...event } of played.events)
      tell({ ...event, subject_id: subjectId }, detail);
  }

  return { writeNotes, addTask, judge, changeOwner, lookBackAt, answerCall, prepareRenewal, play };
}

/** Whether a customer was at risk in the last whole week, by the weeks in which it was. */
const isAtRisk = (weeks: readonly RiskWeek[], today: Day): boolean => weeks.at(-1)?.week_start === addDays(weekStartOf(today), -7);

const noteTexts = [
  'Call with {contact}, office manager. They like the reminders and want to try two-way messaging next month.',
  '{contact} asked how other practices get patients to fill in forms before the visit. Sent the guide.\nNext: look at their completion rate in three weeks.',
  'Front desk is short of two people until the end of the month; online booking helps, they say. No new projects now.',
  'Quarterly review with {contact}. Happy overall. One provider still prefers the telephone for recalls.',
  'Visited {name}. The tablets in the waiting room are switched off because the wireless network is slow. IT comes next week.',
  '{contact} is leaving; the new office manager starts on the first. Asked for an introduction.',
  'They compare us with another vendor on price. Showed what online booking brought in over the last year.',
  'Training for three new team members: waitlist, recalls, payments at checkout.',
  'Left a message for {contact}, no answer yet.',
  'The owner wants a monthly figure for no-shows. Sent the last two months.',
];
const taskTitles = [
  'Call about falling online bookings',
  'Send the guide to digital forms',
  'Prepare the quarterly review',
  'Introduce ourselves to the new office manager',
  'Check whether reminders go out again',
  'Show payments by text message',
  'Follow up on the open ticket',
  'Train the front desk on the waitlist',
];
const snoozeReasons = ['Known season', 'Owner is away', 'A plan is agreed', 'Waiting for the customer'];
const outcomeChoices: { outcome: RiskOutcomeKind; weight: number; notes: string[] }[] = [
  {
    outcome: 'contacted',
    weight: 9,
    notes: ['Spoke with the office manager; a plan is agreed.', 'Left word, they called back the same day.', ''],
  },
  { outcome: 'escalated', weight: 3, notes: ['The owner asks for a meeting about the contract.', ''] },
  { outcome: 'recovering', weight: 4, notes: ['Back from renovation; bookings come in again.', ''] },
  { outcome: 'no_action', weight: 3, notes: ['They close for two weeks every year at this time.', 'The owner is away.'] },
  { outcome: 'wrong_alarm', weight: 2, notes: ['One location moved to another system; the rest is steady.', ''] },
  { outcome: 'data_problem', weight: 2, notes: ['Their scheduling system sent nothing for some days.', ''] },
];
