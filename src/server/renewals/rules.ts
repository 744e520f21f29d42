import type { WorkChangeEvent } from '#server/work/schema.ts';
import { type Day, daysBetween } from '#shared/core/dates.ts';
import { dayInWords, dollarsText } from '#shared/core/words.ts';
import type { ListedInstitution } from '#shared/portfolio/list.ts';
import { renewalNextStep } from '#shared/renewals/next-step.ts';
import { computeRenewalProbability, defaultExpected } from '#shared/renewals/probability.ts';
import type { ListedRenewal, RenewalBefore, RenewalChange } from '#shared/renewals/renewals.ts';
import {
  areForecastAndRiskOpposed,
  computePredictedRisk,
  isForecastFromRisk,
  isLostByNotice,
  resolveForecastCategory,
} from '#shared/renewals/rules.ts';
import { renewalWeekChange } from '#shared/renewals/week-changes.ts';
import { ownerForecastWords, renewalStageLabels } from '#shared/renewals/words.ts';
import type { RenewalRow } from './queries.ts';

type CustomerHealth = Pick<ListedInstitution, 'adoptionScore' | 'healthTier' | 'churnTier'>;

interface Comparison {
  /** Day of the snapshot with which the renewal is compared; `null` without a comparison. */
  comparedWith: Day | null;
  /** State in that snapshot; omitted when the snapshot does not contain the renewal. */
  before?: RenewalBefore | null;
}

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
  { comparedWith, before = null }: Comparison,
): ListedRenewal {
  const { adoptionScore, healthTier, churnTier } = customer ?? lostCustomer;
  const systemRisk = computePredictedRisk({ churnTier, healthTier });
  const stage = row.closed ?? row.stage;
  const { call } = row;
  const decision = row.decidedCall === call && row.decidedRisk === systemRisk ? row.decision : null;
  const dealAmount = validAmount(row.dealAmount);
  const done = (on: Day | null, by: string | null) =>
    on === null ? null : { on, by: by ?? 'a former user' };
  const isLost = isLostByNotice(row, today);
  const forecast = resolveForecastCategory({
    ...{ stage, call, systemRisk, decision },
    isLostByNotice: isLost,
  });
  const probability = computeRenewalProbability({
    ...{ forecast, churnTier, healthTier, leavesOn: row.leavesOn },
    isForecastFromRisk: isForecastFromRisk({ call, systemRisk, decision }),
  });
  const amountDue = dealAmount ?? row.contractAmount;
  // The result of a closed or lost renewal is known, so an earlier estimate no longer applies.
  const expectedSet = row.closed === null && !isLost ? row.expectedSet : null;
  const expected = expectedSet ?? defaultExpected({ amountDue, probability: probability.percent });
  const renewal = {
    dealId: row.dealId,
    institutionId: row.institutionId,
    institutionName: row.institutionName,
    adoptionScore,
    healthTier,
    churnTier,
    dueOn: row.dueOn,
    daysLeft: row.dueOn === null || row.closed !== null ? null : daysBetween(today, row.dueOn),
    amountDue,
    amountFrom:
      dealAmount !== null
        ? ('deal' as const)
        : row.contractAmount !== null
          ? ('contracts' as const)
          : null,
    probability: probability.percent,
    probabilityText: probability.text,
    expected,
    expectedOverride:
      expectedSet === null
        ? null
        : {
            dollars: expectedSet,
            reason: row.expectedReason ?? '',
            by: row.expectedBy ?? 'a former user',
          },
    stage,
    forecast,
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
    recordedOutcome: recordedOutcomeOf(row),
    before: before && {
      ...{ dueOn: before.dueOn, amountDue: before.amountDue, expected: before.expected },
      ...{ forecast: before.forecast, stage: before.stage },
    },
    weekChange:
      comparedWith === null
        ? null
        : renewalWeekChange(before, { dueOn: row.dueOn, amountDue, expected, forecast, stage }),
    version: row.version,
  };
  return { ...renewal, nextStep: renewalNextStep(renewal, today) };
}

const recordedOutcomeOf = ({
  closed,
  outcome,
  outcomeOn,
  outcomeReason,
  outcomeNote,
  outcomeBy,
}: RenewalRow): ListedRenewal['recordedOutcome'] =>
  closed === null || outcome === null || outcomeOn === null
    ? null
    : {
        outcome,
        on: outcomeOn,
        reason: outcomeReason,
        note: outcomeNote,
        by: outcomeBy ?? 'a former user',
      };

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
      return change.call === null
        ? event('forecast removed')
        : event(
            `forecast set to ${ownerForecastWords[change.call]}`,
            change.note === '' ? null : change.note,
          );
    case 'expected':
      return event(
        change.dollars === null
          ? 'expected amount reset to its default'
          : `${dollarsText(change.dollars)} expected`,
        change.reason === '' ? null : change.reason,
      );
    case 'checkpoint':
      return event(
        `${change.checkpoint === 'six_months' ? 'six' : 'three'}-month check-in ${change.isDone ? 'done' : 'reopened'}`,
      );
    case 'decide':
      return event(
        change.decision === null
          ? 'decision removed'
          : `decided for the ${change.decision === 'call' ? 'owner’s forecast' : 'predicted risk'}`,
      );
    case 'outcome':
      return event(
        [
          `recorded as ${change.outcome} on ${dayInWords(change.on)}`,
          ...(change.dollars === null ? [] : [dollarsText(change.dollars)]),
          ...(change.reason === null ? [] : [change.reason]),
        ].join(', '),
        change.note === '' ? null : change.note,
      );
    case 'reopen':
      return event('reopened');
  }
}

/** Returns the reason why an outcome can't be recorded. */
export function outcomeProblem(
  { outcome, on, reason }: Extract<RenewalChange, { action: 'outcome' }>,
  today: Day,
): string | undefined {
  if (on > today) return 'The date can’t be in the future.';
  if (outcome === 'lost' && reason === null) return 'Choose the reason why the renewal was lost.';
  return outcome === 'signed' && reason !== null ? 'Only a lost renewal has a reason.' : undefined;
}
