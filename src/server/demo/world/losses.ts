import { createRandom, type SeededRandom } from '#server/core/seeded-random.ts';
import {
  type LossReasonKey,
  lossReasonKeys,
  subreasonsByLossReason,
  unavoidableReason,
} from '#shared/churn/losses/reasons.ts';
import { monthlyCentsOnDay } from './contracts.ts';
import type { ChurnNotice } from './life.ts';
import type { DemoTableRow } from './rows.ts';
import type { DemoInstitution, DemoWorld } from './world.ts';

const competitors = ['Brightdesk', 'Chairflow', 'PatientLoop', 'Recallio', 'SmileSync'];
/** Weights of the answers to `avoidable`. A loss with `unavoidableReason` always gets 'no'. */
const avoidable = [
  { choice: 'yes', weight: 45 },
  { choice: 'partly', weight: 35 },
  { choice: 'no', weight: 20 },
] as const;

const isReason = (text: string): text is LossReasonKey =>
  lossReasonKeys.some((name) => name === text);

const hex = (random: SeededRandom, digits: number): string =>
  Array.from({ length: digits }, () => random.integer(0, 15).toString(16)).join('');

/**
 * Returns the row of a customer's notice. Until the notice takes effect, the customer is still
 * active.
 */
export function createLossRow(
  world: DemoWorld,
  institution: DemoInstitution,
  notice: ChurnNotice,
): DemoTableRow<'churn_event'> {
  const { institutionId, locations } = institution;
  const random = createRandom(world.seed, 'loss', institutionId);
  const details = isReason(notice.reason) ? subreasonsByLossReason[notice.reason] : [];
  const namesCompetitor =
    notice.reason === 'Competitor' || (notice.reason === 'EHR switch' && random.chance(0.4));
  return {
    institution_id: institutionId,
    loss_id: `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-8${hex(random, 3)}-${hex(random, 12)}`,
    noticed_on: world.calendar.dayAt(notice.day),
    effective_on: world.calendar.dayAt(notice.effective),
    reason: notice.reason,
    reason_detail: details.length > 0 && random.chance(0.85) ? random.pick(details) : null,
    avoidable: notice.reason === unavoidableReason ? 'no' : random.weighted(avoidable).choice,
    competitor: namesCompetitor ? random.pick(competitors) : null,
    monthly_cents: monthlyCentsOnDay(world, institution, notice.day),
    locations_lost: locations.filter(
      ({ opened, closed }) =>
        opened <= notice.day && (closed === null || closed >= notice.effective),
    ).length,
    win_back_on: null,
  };
}
