import type { Queries } from '#server/core/db/database.ts';
import { storableJson } from '#server/core/db/storable.ts';
import { insertRows } from '#server/core/db/writes.ts';
import { createRandom, drawSeededUuid } from '#server/core/seeded-random.ts';
import {
  buildTimeOnDemoWorkday,
  type DemoTeamAndCustomers,
} from '#server/institutions/demo-rows.ts';
import { addDays } from '#shared/core/dates.ts';
import { prospectLostReasons, type SelectableProspectStage } from '#shared/prospects/stages.ts';
import { seedDemoDuplicates } from './demo-duplicate-prospects.ts';
import { buildDemoProspectTask } from './demo-prospect-tasks.ts';
import { findDemoProspects } from './demo-rows-queries.ts';
import { seedDemoWonProspects } from './demo-won-prospects.ts';

/** Relative weights of the stages of prospects with work. */
const stageWeights: readonly { stage: SelectableProspectStage; weight: number }[] = [
  { stage: 'New', weight: 34 },
  { stage: 'Researching', weight: 20 },
  { stage: 'Contacted', weight: 18 },
  { stage: 'Demo', weight: 9 },
  { stage: 'Proposal', weight: 6 },
  { stage: 'Lost', weight: 8 },
  { stage: 'Nurture', weight: 5 },
];

const ehrs = ['Dentrix', 'Eaglesoft', 'Open Dental', 'Curve Dental', 'athenahealth', 'Epic'];
const notes = [
  'Left a message with the front desk.',
  'The office manager asked for prices by email.',
  'They take bookings by phone only and miss calls at lunch.',
  'Wants to see recalls and reviews in a demo.',
  'The owner decides after the summer.',
];

/** Inserts the work of the demo's users on the demo's prospects. */
export async function seedDemoProspectWork(
  transaction: Queries,
  team: DemoTeamAndCustomers,
): Promise<void> {
  const { seed, today, users } = team;
  const won = await seedDemoWonProspects(transaction, team);
  await seedDemoDuplicates(transaction, won);
  const prospects = (await findDemoProspects(transaction)).filter(
    ({ prospect_id }) => !won.has(prospect_id),
  );
  const active = users.filter(({ status }) => status !== 'disabled');
  const worked = prospects.flatMap(({ prospect_id, created_at }) => {
    const random = createRandom(seed, 'prospect-work', prospect_id);
    if (active.length === 0 || random.chance(0.25)) return [];
    const { stage } = random.weighted(stageWeights);
    const owner = random.pick(active);
    const addedDaysAgo = Math.floor((Date.parse(today) - created_at.getTime()) / 86_400_000);
    const movedDaysAgo = random.integer(0, Math.max(0, Math.min(addedDaysAgo, 60)));
    const movedAt =
      stage === 'New'
        ? created_at
        : buildTimeOnDemoWorkday(addDays(today, -movedDaysAgo), random.integer(0, 480));
    const at = new Date(Math.max(movedAt.getTime(), created_at.getTime()));
    const lostReason = stage === 'Lost' ? random.pick(prospectLostReasons) : null;
    return [{ prospectId: prospect_id, random, stage, lostReason, ownerId: owner.user_id, at }];
  });
  await insertRows(
    transaction,
    'prospect_work',
    worked.map(({ prospectId, random, stage, lostReason, ownerId, at }) => ({
      prospect_id: prospectId,
      stage,
      stage_since: at,
      owner_id: stage === 'New' && random.chance(0.6) ? null : ownerId,
      lost_reason: lostReason,
      monthly_cents:
        stage === 'Demo' || stage === 'Proposal' ? 100 * 50 * random.integer(4, 30) : null,
      version: 1,
    })),
  );
  await insertRows(
    transaction,
    'prospect_task',
    worked.flatMap(({ prospectId, stage, ownerId }) =>
      buildDemoProspectTask(createRandom(seed, 'prospect-task', prospectId), today, {
        prospectId,
        stage,
        userId: ownerId,
      }),
    ),
  );
  const touched = worked.filter(({ stage }) => stage !== 'New');
  await insertRows(
    transaction,
    'prospect_change',
    touched.map(({ prospectId, random, stage, lostReason, ownerId, at }) => ({
      prospect_id: prospectId,
      change_id: drawSeededUuid(random),
      changed_by: ownerId,
      changed_at: at,
      change: storableJson({ action: 'move', stage, lostReason }),
      before: storableJson({ stage: 'New' }),
    })),
  );
  await insertRows(
    transaction,
    'prospect_note',
    touched
      .filter(({ random }) => random.chance(0.6))
      .map(({ prospectId, random, ownerId, at }) => ({
        prospect_id: prospectId,
        note_id: drawSeededUuid(random),
        author_id: ownerId,
        body: random.pick(notes),
        created_at: at,
      })),
  );
  await insertRows(
    transaction,
    'prospect_fact',
    touched.flatMap(({ prospectId, random, ownerId, at }) => [
      {
        prospect_id: prospectId,
        field: 'ehr' as const,
        value: random.pick(ehrs),
        entered_by: ownerId,
        checked_at: at,
      },
      {
        prospect_id: prospectId,
        field: 'locationCount' as const,
        value: String(random.chance(0.7) ? 1 : random.integer(2, 12)),
        entered_by: ownerId,
        checked_at: at,
      },
    ]),
  );
}
