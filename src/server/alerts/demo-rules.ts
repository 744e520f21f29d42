import type { Insertable } from 'kysely';
import { buildItemChangeTimelineEvent } from '#server/action-items/rules.ts';
import type { Queries } from '#server/core/db/database.ts';
import type { Schema } from '#server/core/db/schema.ts';
import { insertRows } from '#server/core/db/writes.ts';
import { createRandom, drawSeededUuid, type SeededRandom } from '#server/core/seeded-random.ts';
import {
  buildTimeOnDemoWorkday,
  type DemoTeamAndCustomers,
  type RiskWeek,
} from '#server/institutions/demo-rows.ts';
import { demoWorkEvent } from '#server/work/demo-event.ts';
import type { ActionItemChange } from '#shared/action-items/action-items.ts';
import type { ActionItemOutcome } from '#shared/action-items/words.ts';
import { addDays, type Day } from '#shared/core/dates.ts';
import { addMatchesToBaseline } from './demo-rows-queries.ts';

const inUse = { version: 1, due_days: 2, is_on: true } as const;

/** Alert rules of the demo's team. In each week, the first matching rule opens the action item. */
const rules = [
  {
    fields: { name: 'No product in use', kind: 'activity', priority: 'urgent', minutes: 30 },
    conditions: 'f.hasZeroUsage=yes&f.inGrace=no',
    fits: (week: RiskWeek | undefined) => week?.has_zero_usage === true,
    saw: () => 'Not active: Yes, In grace: No',
    chance: 0.25,
    actedOn: 0.8,
  },
  {
    fields: { name: 'Declining for four weeks', kind: 'risk', priority: 'high', minutes: 30 },
    conditions: 'f.consecutiveWeeksDeclining=4..&f.inGrace=no',
    fits: (week: RiskWeek | undefined) => week !== undefined && week.weeks_declining >= 4,
    saw: (week: RiskWeek | undefined) =>
      `Declining for: ${week?.weeks_declining ?? 4} wk, In grace: No`,
    chance: 0.3,
    actedOn: 0.65,
  },
  {
    fields: { name: 'Score in Critical', kind: 'risk', priority: 'normal', minutes: 20 },
    conditions: 'f.healthTier=Critical&f.inGrace=no',
    fits: (week: RiskWeek | undefined) => week?.health_tier === 'Critical',
    saw: () => 'Health tier: Critical, In grace: No',
    chance: 0.2,
    actedOn: 0.55,
  },
  {
    // This rule causes most of the false alarms.
    fields: {
      name: 'Healthy and still growing',
      kind: 'opportunity',
      priority: 'low',
      minutes: 15,
    },
    conditions: 'f.healthTier=Healthy&f.consecutiveWeeksImproving=3..',
    fits: (week: RiskWeek | undefined) => week === undefined,
    saw: () => 'Health tier: Healthy, Improving for: 3 wk',
    chance: 0.012,
    actedOn: 0.1,
  },
] as const;

interface DemoRule {
  row: Insertable<Schema['alert_rule']>;
  version: Insertable<Schema['alert_rule_version']>;
}

/** Returns an id that is the same in every demo. */
const ruleIdOf = (at: number): string => `de300000-0000-4000-a000-00000000000${at + 1}`;

const demoRules = (madeBy: string, today: Day): DemoRule[] =>
  rules.map(({ fields, conditions }, at) => {
    const made = {
      rule_id: ruleIdOf(at),
      version: inUse.version,
      changed_by: madeBy,
      changed_at: buildTimeOnDemoWorkday(addDays(today, -60)),
    };
    const { due_days, is_on } = inUse;
    const told = { ...fields, conditions, dueDays: due_days, isOn: is_on };
    return {
      row: { ...made, ...fields, conditions, due_days, is_on },
      version: { ...made, told: JSON.stringify(told) },
    };
  });

/** Inserts the alert rules of the demo's team, and the action items that they opened. */
export async function seedDemoRules(
  transaction: Queries,
  { seed, today, users, customers }: DemoTeamAndCustomers,
): Promise<void> {
  const made = users.slice(0, 1).flatMap(({ user_id }) => demoRules(user_id, today));
  const items = customers.flatMap(
    ({ institution_id: institutionId, churned_on, user, isAtRisk, riskWeeks }) => {
      if (churned_on !== null) return [];
      const random = createRandom(seed, 'call', institutionId);
      const customer = { institutionId, personId: user.id, weeks: isAtRisk ? riskWeeks : [] };
      return demoActionItem(customer, random, today) ?? [];
    },
  );
  await insertRows(
    transaction,
    'alert_rule',
    made.map(({ row }) => row),
  );
  await insertRows(
    transaction,
    'alert_rule_version',
    made.map(({ version }) => version),
  );
  await insertRows(
    transaction,
    'call_to_action',
    items.map(({ call }) => call),
  );
  await insertRows(
    transaction,
    'call_firing',
    items.flatMap(({ firings }) => firings),
  );
  await insertRows(
    transaction,
    'work_event',
    items.flatMap(({ events }) => events),
  );
  for (const { row } of made) await addMatchesToBaseline(transaction, row);
}

interface DemoActionItem {
  call: Insertable<Schema['call_to_action']>;
  firings: Insertable<Schema['call_firing']>[];
  events: Insertable<Schema['work_event']>[];
}

interface Customer {
  institutionId: number;
  /** User id of the owner. */
  personId: string;
  /** Weeks at risk, oldest first. */
  weeks: readonly RiskWeek[];
}

/**
 * Returns the action item that a rule opened for a customer in the last weeks, with its outcome;
 * `undefined` when no rule matched.
 */
function demoActionItem(
  { institutionId, personId, weeks }: Customer,
  random: SeededRandom,
  today: Day,
): DemoActionItem | undefined {
  const last = weeks.at(-1);
  const at = rules.findIndex(({ fits }) => fits(last));
  const rule = rules[at];
  if (rule === undefined || !random.chance(rule.chance)) return undefined;
  const ruleId = ruleIdOf(at);
  const saw = rule.saw(last);
  const openedOn = addDays(today, -random.integer(2, 24));
  const state = random.weighted([
    { name: 'closed' as const, weight: 5 },
    { name: 'open' as const, weight: 4 },
    { name: 'snoozed' as const, weight: 1 },
  ]).name;
  const closedOn = state === 'closed' ? addDays(openedOn, random.integer(1, 3)) : null;
  const isClosed = closedOn !== null && closedOn < today;
  const firedOn = [openedOn];
  for (let day = addDays(openedOn, 7); !isClosed && day < today; day = addDays(day, 7))
    firedOn.push(day);
  const callId = drawSeededUuid(random);
  const outcome: ActionItemOutcome | null = isClosed
    ? random.chance(rule.actedOn)
      ? 'acted'
      : random.chance(0.7)
        ? 'false_alarm'
        : 'lapsed'
    : null;
  const closed: ActionItemChange | null =
    outcome === null
      ? null
      : { action: 'close', outcome, note: outcome === 'acted' ? random.pick(notes) : '' };
  const snooze: ActionItemChange | null =
    state === 'snoozed'
      ? {
          action: 'snooze',
          until: addDays(today, random.integer(3, 30)),
          reason: random.pick(reasons),
        }
      : null;
  const changed = closed ?? snooze;
  const changedAt = buildTimeOnDemoWorkday(
    isClosed ? closedOn : addDays(today, -1),
    random.integer(0, 450),
  );
  const openedAt = buildTimeOnDemoWorkday(openedOn, -120);
  return {
    call: {
      institution_id: institutionId,
      call_id: callId,
      title: rule.fields.name,
      kind: rule.fields.kind,
      details: saw,
      priority: rule.fields.priority,
      due_on: isClosed ? addDays(openedOn, inUse.due_days) : addDays(today, random.integer(-3, 12)),
      assignee_id: null,
      minutes: rule.fields.minutes,
      rule_id: ruleId,
      fired_count: firedOn.length,
      last_fired_on: firedOn.at(-1) ?? openedOn,
      snoozed_until: snooze?.action === 'snooze' ? snooze.until : null,
      snooze_reason: snooze?.action === 'snooze' ? snooze.reason : null,
      outcome,
      note: closed?.action === 'close' && closed.note !== '' ? closed.note : null,
      version: firedOn.length + (changed === null ? 0 : 1),
      created_by: null,
      created_at: openedAt,
      updated_by: changed === null ? null : personId,
      updated_at:
        changed === null ? buildTimeOnDemoWorkday(firedOn.at(-1) ?? openedOn, -120) : changedAt,
      closed_at: isClosed ? changedAt : null,
    },
    firings: firedOn.map((fired_on) => ({
      institution_id: institutionId,
      rule_id: ruleId,
      fired_on,
      call_id: callId,
      saw,
    })),
    events:
      changed === null
        ? []
        : [
            demoWorkEvent(
              random,
              {
                institutionId,
                kind: 'milestone',
                subjectId: null,
                ...buildItemChangeTimelineEvent(rule.fields.name, changed, null),
              },
              personId,
              changedAt,
            ),
          ],
  };
}

const notes = [
  'Spoke with the office manager; a plan is agreed.',
  'They were on holiday, and the numbers are coming back.',
  'Training booked.',
  '',
];
const reasons = [
  'Seasonal dip expected',
  'Owner is away',
  'Plan agreed',
  'Waiting for the customer',
];
