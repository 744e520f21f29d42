import type { Day } from '#shared/core/dates.ts';
import type { ChurnTier, HealthTier } from '#shared/core/tiers.ts';
import { monthInWords, nearDayInWords } from '#shared/core/words.ts';
import { isSaveAttemptCurrent } from '#shared/notices/notices.ts';
import type { ListedRenewal } from './renewals.ts';
import {
  type ForecastCategory,
  type ForecastConflictDecision,
  forecastCategories,
  type OwnerForecast,
  ownerForecastWords,
  type PredictedRiskLevel,
  type RenewalCheckpointKey,
  type RenewalStage,
} from './words.ts';

/**
 * `ahead`: number of days ahead for which renewals are listed. `closed`: number of days for which a
 * closed renewal stays listed.
 */
export const renewalListDayLimits = { ahead: 180, closed: 30 } as const;
/** Number of days before the renewal on which each check-in is due. */
export const renewalCheckpointDays: Record<RenewalCheckpointKey, number> = {
  six_months: 180,
  three_months: 90,
};
/** Number of days before the renewal by which the proposal should be sent. */
const proposalDays = 60;

/** Weight of the amount due, 0–1, by forecast and scenario. */
export const forecastWeights: Record<
  ForecastCategory,
  Record<'high' | 'likely' | 'low', number>
> = {
  Closed: { high: 1, likely: 1, low: 1 },
  Commit: { high: 1, likely: 0.95, low: 0.85 },
  'Most likely': { high: 1, likely: 0.9, low: 0.75 },
  'Best case': { high: 0.9, likely: 0.6, low: 0.3 },
  'At risk': { high: 0.6, likely: 0.3, low: 0.05 },
  Lost: { high: 0, likely: 0, low: 0 },
};

/**
 * Predicted risk. High: a churn tier or a Critical score. Medium: a Medium score. Low: a Healthy
 * score.
 */
export function computePredictedRisk({
  churnTier,
  healthTier,
}: {
  churnTier: ChurnTier | null;
  healthTier: HealthTier;
}): PredictedRiskLevel {
  if (churnTier !== null || healthTier === 'Critical') return 'High';
  return ({ Medium: 'Medium', Healthy: 'Low', Unknown: 'Unknown' } as const)[healthTier];
}

/** Returns `true` when the owner's forecast and the predicted risk contradict each other. */
export const areForecastAndRiskOpposed = (
  call: OwnerForecast | null,
  risk: PredictedRiskLevel,
): boolean => (call === 'renew' && risk === 'High') || (call === 'leave' && risk === 'Low');

/**
 * Returns `true` for a customer that has given notice, unless a user tries to keep it until today
 * or later.
 */
export const isLostByNotice = (
  { leavesOn, saveAttemptUntil }: Pick<ListedRenewal, 'leavesOn' | 'saveAttemptUntil'>,
  today: Day,
): boolean => leavesOn !== null && !isSaveAttemptCurrent(saveAttemptUntil, today);

interface Opinions {
  stage: RenewalStage;
  /** `true` when a notice makes the renewal unlikely. */
  isLostByNotice: boolean;
  call: OwnerForecast | null;
  systemRisk: PredictedRiskLevel;
  /** Admin's decision between the current forecast and risk; `null` when there is none. */
  decision: ForecastConflictDecision | null;
}

/**
 * Returns the forecast category. An open renewal of a customer that has given notice is Lost. While
 * forecast and risk contradict each other without a decision, the category is At risk.
 */
export function resolveForecastCategory({
  stage,
  call,
  systemRisk,
  decision,
  isLostByNotice: hasNotice,
}: Opinions): ForecastCategory {
  if (stage === 'signed') return 'Closed';
  if (stage === 'lost' || hasNotice) return 'Lost';
  if (areForecastAndRiskOpposed(call, systemRisk) && decision === null) return 'At risk';
  const said =
    decision === 'risk' || call === null || call === 'monitor'
      ? riskForecasts[systemRisk]
      : callForecasts[call];
  return stage === 'verbal' && said === 'Most likely' ? 'Commit' : said;
}
const riskForecasts = {
  High: 'At risk',
  Medium: 'Best case',
  Low: 'Most likely',
  Unknown: 'Best case',
} as const;
const callForecasts = { renew: 'Most likely', unsure: 'Best case', leave: 'At risk' } as const;

/**
 * Returns the reason why a forecast isn't allowed. `daysLeft` is `null` when the deal has no date.
 */
export const ownerForecastProblem = (
  call: OwnerForecast | null,
  daysLeft: number | null,
): string | undefined =>
  call === 'monitor' && daysLeft !== null && daysLeft <= renewalCheckpointDays.three_months
    ? `${ownerForecastWords.monitor} can’t be chosen in the last three months before the renewal. Choose another forecast.`
    : undefined;

/** Returns the next step as display text; `null` for a closed renewal. */
export function renewalNextStep(row: Omit<ListedRenewal, 'nextStep'>, today: Day): string | null {
  const { stage, daysLeft, call, leavesOn, saveAttemptUntil } = row;
  if (stage === 'signed' || stage === 'lost') return null;
  if (leavesOn !== null) {
    if (saveAttemptUntil === null) return 'Record a save attempt, or close the deal as lost';
    return isSaveAttemptCurrent(saveAttemptUntil, today)
      ? `Save attempt until ${nearDayInWords(saveAttemptUntil, today)}`
      : 'Save attempt has ended: record its outcome';
  }
  if (row.isOpposed && row.decision === null) return 'Waiting for an admin’s decision';
  if (daysLeft === null) return 'Set the date in the CRM';
  if (daysLeft < 0) return 'Overdue: close it or change its date in the CRM';
  if (ownerForecastProblem(call, daysLeft) !== undefined)
    return 'Set a forecast: Monitor is no longer allowed';
  if (daysLeft <= renewalCheckpointDays.three_months && row.threeMonths === null)
    return 'Three-month check-in';
  if (
    daysLeft <= renewalCheckpointDays.six_months &&
    row.sixMonths === null &&
    row.threeMonths === null
  )
    return 'Six-month check-in';
  if (call === null) return 'Set a forecast';
  if (stage === 'not_started') return 'Contact the customer';
  if (stage === 'contacted')
    return daysLeft <= proposalDays ? 'Proposal is due' : 'Prepare the proposal';
  return stage === 'proposal' ? 'Follow up on proposal' : 'Get signature';
}

export interface ForecastTotals {
  forecast: ForecastCategory;
  renewals: number;
  /** Dollars; renewals without an amount count as 0. */
  due: number;
  high: number;
  likely: number;
  low: number;
}

/**
 * Returns the amount that is multiplied by the scenario weights: the expected amount, otherwise the
 * amount due.
 */
const baseOf = ({ expected, amountDue }: Pick<ListedRenewal, 'expected' | 'amountDue'>): number =>
  expected ?? amountDue ?? 0;

/** Returns the totals of each forecast category, in the order of `forecasts`. */
export const computeForecastTotals = (rows: readonly ListedRenewal[]): ForecastTotals[] =>
  forecastCategories.map((forecast) => {
    const own = rows.filter((row) => row.forecast === forecast);
    const base = own.reduce((sum, row) => sum + baseOf(row), 0);
    const { high, likely, low } = forecastWeights[forecast];
    return {
      forecast,
      renewals: own.length,
      due: own.reduce((sum, row) => sum + (row.amountDue ?? 0), 0),
      high: base * high,
      likely: base * likely,
      low: base * low,
    };
  });

export const sumForecastTotals = (
  scenarios: readonly ForecastTotals[],
): Omit<ForecastTotals, 'forecast'> =>
  scenarios.reduce(
    (sum, each) => ({
      renewals: sum.renewals + each.renewals,
      due: sum.due + each.due,
      high: sum.high + each.high,
      likely: sum.likely + each.likely,
      low: sum.low + each.low,
    }),
    { renewals: 0, due: 0, high: 0, likely: 0, low: 0 },
  );

/** Formats a month: 'Nov 2026', 'No date'. */
export const renewalMonthText = (day: Day | null): string =>
  day === null ? 'No date' : monthInWords(day);
