import type { ChangeEvent } from '#server/work/schema.ts';
import { type Day, daysBetween } from '#shared/core/dates.ts';
import { dollarsText } from '#shared/core/words.ts';
import type { ListedInstitution } from '#shared/portfolio/list.ts';
import type { ListedRenewal, RenewalChange } from '#shared/success-ops/renewals/renewals.ts';
import { areOpposed, forecastOf, nextStepOf, systemRiskOf } from '#shared/success-ops/renewals/rules.ts';
import { callWords, stageWords } from '#shared/success-ops/renewals/words.ts';
import type { RenewalRow } from './queries.ts';

type Standing = Pick<ListedInstitution, 'adoptionScore' | 'healthTier' | 'churnTier'>;

/** Of a customer that has left. */
const gone: Standing = { adoptionScore: null, healthTier: 'Unknown', churnTier: null };

/** An amount below zero is a slip of the CRM and counts as none. */
const plausible = (amount: number | null): number | null => (amount === null || amount < 0 ? null : amount);

/** A renewal as it stands today; `standing` is undefined for a customer that has left. */
export function listedRenewal(row: RenewalRow, standing: Standing | undefined, today: Day): ListedRenewal {
  const { adoptionScore, healthTier, churnTier } = standing ?? gone;
  const systemRisk = systemRiskOf({ churnTier, healthTier });
  const stage = row.closed ?? row.stage;
  const { call } = row;
  const decision = row.decidedCall === call && row.decidedRisk === systemRisk ? row.decision : null;
  const dealAmount = plausible(row.dealAmount);
  const done = (on: Day | null, by: string | null) => (on === null ? null : { on, by: by ?? 'Somebody' });
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
    amountFrom: dealAmount !== null ? ('deal' as const) : row.contractAmount !== null ? ('contracts' as const) : null,
    expected: row.expected,
    stage,
    forecast: forecastOf({ stage, call, systemRisk, decision }),
    systemRisk,
    call,
    callNote: row.callNote,
    isOpposed: row.closed === null && areOpposed(call, systemRisk),
    decision,
    decidedBy: decision === null ? null : row.decidedBy,
    decidedAt: decision === null ? null : (row.decidedAt?.toISOString() ?? null),
    sixMonths: done(row.sixMonthsOn, row.sixMonthsBy),
    threeMonths: done(row.threeMonthsOn, row.threeMonthsBy),
    ownerName: row.ownerName,
    movedFrom: row.seenClosesOn !== null && row.seenClosesOn !== row.dueOn ? row.seenClosesOn : null,
    version: row.version,
  };
  return { ...renewal, nextStep: nextStepOf(renewal) };
}

/** What the timeline tells of a change. */
export function changeEventOf(change: RenewalChange): ChangeEvent {
  const told = (what: string, note: string | null = null): ChangeEvent => ({ event: 'renewal_changed', detail: { what, note } });
  switch (change.action) {
    case 'stage':
      return told(`moved to ${stageWords[change.stage]}`);
    case 'call':
      return told(`called ${callWords[change.call]}`, change.note === '' ? null : change.note);
    case 'expected':
      return told(change.dollars === null ? 'expected amount taken away' : `${dollarsText(change.dollars)} expected`);
    case 'checkpoint':
      return told(
        `checkpoint at ${change.checkpoint === 'six_months' ? 'six' : 'three'} months ${change.isDone ? 'done' : 'opened again'}`,
      );
    case 'decide':
      return told(`decided for the ${change.decision === 'call' ? 'owner’s call' : 'system’s risk'}`);
  }
}
