import type { Queries } from '#server/core/db/database.ts';
import { insertRows } from '#server/core/db/writes.ts';
import { createRandom } from '#server/core/seeded-random.ts';
import {
  buildTimeOnDemoWorkday,
  type DemoTeamAndCustomers,
} from '#server/institutions/demo-rows.ts';
import { demoWorkEvent } from '#server/work/demo-event.ts';
import { addDays } from '#shared/core/dates.ts';
import { findNotices } from './queries.ts';
import { saveAttemptEvent } from './rules.ts';

/** Share of leaving customers that the demo's team tries to keep, 0–1. */
const attemptedShare = 0.3;

const plans: readonly string[] = [
  'Offer training for the new front desk, and two months without the setup fee.',
  'Show the owner the bookings of the last quarter, then agree on a smaller plan.',
  'Fix the open tickets first, then call the owner.',
];

/** Inserts the demo team’s attempts to keep customers that have given notice. */
export async function seedDemoSaveAttempts(
  transaction: Queries,
  { seed, today, customers }: DemoTeamAndCustomers,
): Promise<void> {
  const users = new Map(customers.map(({ institution_id, user }) => [institution_id, user]));
  const made = (await findNotices(transaction)).flatMap(({ institutionId, lossId }) => {
    const random = createRandom(seed, 'save attempt', institutionId);
    const user = users.get(institutionId);
    if (user === undefined || !user.isActive || !random.chance(attemptedShare)) return [];
    const attempt = {
      owner: user.name,
      dueOn: addDays(today, random.integer(3, 20)),
      plan: random.pick(plans),
    };
    const at = buildTimeOnDemoWorkday(addDays(today, -1), random.integer(0, 400));
    return [
      {
        row: {
          institution_id: institutionId,
          loss_id: lossId,
          owner_id: user.id,
          due_on: attempt.dueOn,
          plan: attempt.plan,
          recorded_by: user.id,
          recorded_at: at,
        },
        event: demoWorkEvent(random, saveAttemptEvent(institutionId, attempt), user.id, at),
      },
    ];
  });
  await insertRows(
    transaction,
    'save_attempt',
    made.map(({ row }) => row),
  );
  await insertRows(
    transaction,
    'work_event',
    made.map(({ event }) => event),
  );
}
