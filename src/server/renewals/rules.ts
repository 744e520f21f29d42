import type { WorkChangeEvent } from '#server/work/schema.ts';
import { type Day, daysBetween } from '#shared/core/dates.ts';
import { dollarsText } from '#shared/core/words.ts';
import type { ListedInstitution } from '#shared/portfolio/list.ts';
import type { ListedRenewal, RenewalChange } from '#shared/renewals/renewals.ts';
import {
  areForecastAndRiskOpposed,
  computePredictedRisk,
  isLostByNotice,
  renewalNextStep,
  resolveForecastCategory,
} from '#shared/renewals/rules.ts';
import { ownerForecastWords, renewalStageLabels } from '#shared/renewals/words.ts';
import type { RenewalRow } from './queries.ts';

type CustomerHealth = Pick<ListedInstitution, 'adoptionScore' | 'healthTier' | 'churnTier'>;

/** Health shown for a lost customer. */
const lostCustomer: CustomerHealth = {
  adoptionScore: null,
  healthTier: 'Unknown',
  churnTier: null,
};

/** Returns the amount; `null` for a negative amount, which is an error in the CRM. */
const validAmount = (amount: number | null): number | null =>
  amount === null || amount < 0 ? null : amount;

/**
 * Converts a renewal row to the schema of the list. `customer` is `undefined` for a lost customer.
 */
export function toListedRenewal(
  row: RenewalRow,
  customer: CustomerHealth | undefined,
  today: Day,
): ListedRenewal {
  const { adoptionScore, healthTier, churnTier } = customer ?? lostCustomer;
  const systemRisk = computePredictedRisk({ churnTier, healthTier });
  const stage = row.closed ?? row.stage;
  const { call } = row;
  const decision = row.decidedCall === call && row.decidedRisk === systemRisk ? row.decision : null;
  const dealAmount = validAmount(row.dealAmount);
  const done = (on: Day | null, by: string | null) =>
    on === null ? null : { on, by: by ?? 'a former user' };
  const renewal = {
    dealId: row.dealId,
    institutionId: row.institutionId,
    institutionName: row.institutionName,
    adoptionScore,
    healthTier,
    churnTier,
    dueOn: row.dueOn,
    daysLeft: row.dueOn === null || row.closed !== null ? null : daysBetween(today, row.dueOn),
    amountDue: dealAmount ?? row.contractAmount,
    amountFrom:
      dealAmount !== null
        ? ('deal' as const)
        : row.contractAmount !== null
          ? ('contracts' as const)
          : null,
    expected: row.expected,
    stage,
    forecast: resolveForecastCategory({
      ...{ stage, call, systemRisk, decision },
      isLostByNotice: isLostByNotice(row, today),
    }),
    systemRisk,
    call,
    callNote: row.callNote,
    isOpposed: row.closed === null && areForecastAndRiskOpposed(call, systemRisk),
    decision,
    decidedBy: decision === null ? null : row.decidedBy,
    decidedAt: decision === null ? null : (row.decidedAt?.toISOString() ?? null),
    sixMonths: done(row.sixMonthsOn, row.sixMonthsBy),
    threeMonths: done(row.threeMonthsOn, row.threeMonthsBy),
    ownerName: row.ownerName,
    leavesOn: row.leavesOn,
    saveAttemptUntil: row.saveAttemptUntil,
    movedFrom:
      row.seenClosesOn !== null && row.seenClosesOn !== row.dueOn ? row.seenClosesOn : null,
    version: row.version,
  };
  return { ...renewal, nextStep: renewalNextStep(renewal, today) };
}

/** Returns the timeline event of a change. */
export function renewalChangeEvent(change: RenewalChange): WorkChangeEvent {
  const event = (what: string, note: string | null = null): WorkChangeEvent => ({
    event: 'renewal_changed',
    detail: { what, note },
  });
  switch (change.action) {
    case 'stage':
      return event(`moved to ${renewalStageLabels[change.stage]}`);
    case 'call':
      return event(
        `forecast set to ${ownerForecastWords[change.call]}`,
        change.note === '' ? null : change.note,
      );
    case 'expected':
      return event(
        change.dollars === null
          ? 'expected amount removed'
          : `${dollarsText(change.dollars)} expected`,
      );
    case 'checkpoint':
      return event(
        `${change.checkpoint === 'six_months' ? 'six' : 'three'}-month check-in ${change.isDone ? 'done' : 'reopened'}`,
      );
    case 'decide':
      return event(
        `decided for the ${change.decision === 'call' ? 'owner’s forecast' : 'predicted risk'}`,
      );
  }
}
