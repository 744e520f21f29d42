import type { Insertable } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import type { Schema } from '#server/core/db/schema.ts';
import { insertRows } from '#server/core/db/writes.ts';
import { createRandom, drawSeededUuid, type SeededRandom } from '#server/core/seeded-random.ts';
import {
  buildTimeOnDemoWorkday,
  type DemoTeamAndCustomers,
} from '#server/institutions/demo-rows.ts';
import { demoWorkEvent } from '#server/work/demo-event.ts';
import { addDays, type Day, daysBetween } from '#shared/core/dates.ts';
import type { RenewalChange } from '#shared/renewals/renewals.ts';
import { renewalCheckpointDays, renewalListDayLimits } from '#shared/renewals/rules.ts';
import type { OpenRenewalStage, OwnerForecast } from '#shared/renewals/words.ts';
import { seedDemoSnapshots } from './demo-snapshots.ts';
import { renewalChangeEvent } from './rules.ts';

interface Due {
  institutionId: number;
  dealId: number;
  renewsOn: Day;
  /** User id of the renewal's owner. */
  personId: string;
  isAtRisk: boolean;
}

interface WorkedRenewal {
  renewal: Insertable<Schema['renewal']>;
  changes: Insertable<Schema['renewal_change']>[];
  events: Insertable<Schema['work_event']>[];
}

/** Inserts the work that owners have done on upcoming renewals. */
export async function seedDemoRenewals(
  transaction: Queries,
  { seed, today, customers }: DemoTeamAndCustomers,
): Promise<void> {
  const all = customers.flatMap(
    ({
      institution_id: institutionId,
      churned_on,
      renewal_id: dealId,
      renews_on,
      user,
      isAtRisk,
    }) => {
      if (churned_on !== null || dealId === null || renews_on === null) return [];
      const random = createRandom(seed, 'renewal', institutionId);
      const due = { institutionId, dealId, renewsOn: renews_on, personId: user.id, isAtRisk };
      return workedRenewal(due, random, today) ?? [];
    },
  );
  await insertRows(
    transaction,
    'renewal',
    all.map(({ renewal }) => renewal),
  );
  await insertRows(
    transaction,
    'renewal_change',
    all.flatMap(({ changes }) => changes),
  );
  await insertRows(
    transaction,
    'work_event',
    all.flatMap(({ events }) => events),
  );
  await seedDemoSnapshots(transaction, today);
}

/**
 * Returns the work that an owner has done on an upcoming renewal by `today`; `undefined` without
 * work.
 */
function workedRenewal(due: Due, random: SeededRandom, today: Day): WorkedRenewal | undefined {
  const daysLeft = daysBetween(today, due.renewsOn);
  if (daysLeft < 0 || daysLeft > renewalListDayLimits.ahead || random.chance(0.25))
    return undefined;
  const daysIn = renewalListDayLimits.ahead - daysLeft;
  const dayAt = (share: number) => addDays(today, -Math.max(1, Math.round(daysIn * share)));
  const stage = stageBy(daysLeft, random);
  const call = callOf(due.isAtRisk, random);
  const hasSix = random.chance(0.8);
  const hasThree = daysLeft <= renewalCheckpointDays.three_months && random.chance(0.7);
  const made: { on: Day; change: RenewalChange }[] = [];
  if (hasSix)
    made.push({
      on: dayAt(0.9),
      change: { action: 'checkpoint', checkpoint: 'six_months', isDone: true },
    });
  if (stage !== 'not_started') made.push({ on: dayAt(0.5), change: { action: 'stage', stage } });
  if (call !== null)
    made.push({
      on: dayAt(0.4),
      change: { action: 'call', call, note: random.pick(callNotes[call]) },
    });
  if (hasThree)
    made.push({
      on: dayAt(0.2),
      change: { action: 'checkpoint', checkpoint: 'three_months', isDone: true },
    });
  if (made.length === 0) return undefined;
  const { institutionId: institution_id, dealId: deal_id, personId } = due;
  const onDay = (checkpoint: string) =>
    made.find(({ change }) => change.action === 'checkpoint' && change.checkpoint === checkpoint)
      ?.on ?? null;
  const note =
    made.flatMap(({ change }) => (change.action === 'call' ? [change.note] : []))[0] ?? '';
  const changes = made.map(({ on, change }) => ({
    at: buildTimeOnDemoWorkday(on, random.integer(0, 450)),
    change,
  }));
  return {
    renewal: {
      institution_id,
      deal_id,
      stage,
      call,
      call_note: note === '' ? null : note,
      six_months_on: onDay('six_months'),
      six_months_by: hasSix ? personId : null,
      three_months_on: onDay('three_months'),
      three_months_by: hasThree ? personId : null,
      seen_closes_on: due.renewsOn,
      version: made.length,
    },
    changes: changes.map(({ at, change }) => ({
      institution_id,
      deal_id,
      change_id: drawSeededUuid(random),
      changed_by: personId,
      changed_at: at,
      told: JSON.stringify(change),
    })),
    events: changes.map(({ at, change }) =>
      demoWorkEvent(
        random,
        {
          institutionId: institution_id,
          kind: 'milestone',
          subjectId: null,
          ...renewalChangeEvent(change),
        },
        personId,
        at,
      ),
    ),
  };
}

function stageBy(daysLeft: number, random: SeededRandom): OpenRenewalStage {
  if (daysLeft > 120) return random.chance(0.2) ? 'contacted' : 'not_started';
  if (daysLeft > 60) return random.chance(0.7) ? 'contacted' : 'not_started';
  if (daysLeft > 25) return random.chance(0.7) ? 'proposal' : 'contacted';
  return random.chance(0.6) ? 'verbal' : 'proposal';
}

/**
 * Returns the owner's forecast for a renewal. Owners notice most risks. Some owners also see risks
 * that scores do not show.
 */
function callOf(isAtRisk: boolean, random: SeededRandom): OwnerForecast | null {
  const choices: { call: OwnerForecast | null; weight: number }[] = isAtRisk
    ? [
        { call: 'renew', weight: 3 },
        { call: 'unsure', weight: 4 },
        { call: 'leave', weight: 1 },
        { call: null, weight: 2 },
      ]
    : [
        { call: 'renew', weight: 14 },
        { call: 'unsure', weight: 2 },
        { call: 'leave', weight: 0.4 },
        { call: null, weight: 4 },
      ];
  return random.weighted(choices).call;
}

const callNotes: Record<OwnerForecast, string[]> = {
  renew: ['They told us on the phone.', 'The new office manager likes it.', ''],
  unsure: ['The owner is comparing prices.', 'Waiting for the new owner to decide.', ''],
  leave: ['They are moving to a system with its own reminders.', 'The practice is being sold.'],
  monitor: [''],
};
