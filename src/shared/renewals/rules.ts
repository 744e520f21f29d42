import type { Day } from '#shared/core/dates.ts';
import type { ChurnTier, HealthTier } from '#shared/core/tiers.ts';
import { monthInWords } from '#shared/core/words.ts';
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
 * `ahead`: number of days ahead for which renewals are listed. `closed`: number of days after its
 * last change for which any closed renewal stays listed.
 */
export const renewalListDayLimits = { ahead: 180, closed: 30 } as const;
/** Number of days before the renewal on which each check-in is due. */
export const renewalCheckpointDays: Record<RenewalCheckpointKey, number> = {
  six_months: 180,
  three_months: 90,
};
/** Number of days before the renewal by which the proposal should be sent. */
export const proposalDays = 60;

/**
 * Weight of the amount due, 0–1, by forecast, for the high and the low scenario. The scenario
 * between them is the expected amount.
 */
export const scenarioWeights: Record<ForecastCategory, Record<'high' | 'low', number>> = {
  Closed: { high: 1, low: 1 },
  Commit: { high: 1, low: 0.85 },
  'Most likely': { high: 1, low: 0.75 },
  'Best case': { high: 0.9, low: 0.3 },
  'At risk': { high: 0.6, low: 0.05 },
  Lost: { high: 0, low: 0 },
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
    call === null || call === 'monitor' || decision === 'risk'
      ? riskForecasts[systemRisk]
      : callForecasts[call];
  return stage === 'verbal' && said === 'Most likely' ? 'Commit' : said;
}

/**
 * Returns `true` when the predicted risk has determined the forecast category, so that the risk
 * must not reduce the probability again.
 */
export const isForecastFromRisk = ({
  call,
  systemRisk,
  decision,
}: Pick<Opinions, 'call' | 'systemRisk' | 'decision'>): boolean =>
  call === null ||
  call === 'monitor' ||
  decision === 'risk' ||
  (areForecastAndRiskOpposed(call, systemRisk) && decision === null);

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

export interface ForecastTotals {
  forecast: ForecastCategory;
  renewals: number;
  /** Dollars; renewals without an amount count as 0. */
  due: number;
  high: number;
  expected: number;
  low: number;
}

/** Returns a row's scenarios in dollars. The high one is at least, the low one at most expected. */
function computeScenarios({ forecast, amountDue, expected }: ListedRenewal) {
  const due = amountDue ?? 0;
  const { high, low } = scenarioWeights[forecast];
  const middle = expected ?? 0;
  return {
    due,
    high: Math.max(due * high, middle),
    expected: middle,
    low: Math.min(due * low, middle),
  };
}

/** Returns the totals of each forecast category, in the order of `forecasts`. */
export const computeForecastTotals = (rows: readonly ListedRenewal[]): ForecastTotals[] =>
  forecastCategories.map((forecast) => ({
    forecast,
    ...sumForecastTotals(
      rows
        .filter((row) => row.forecast === forecast)
        .map((row) => ({ renewals: 1, ...computeScenarios(row) })),
    ),
  }));

export const sumForecastTotals = (
  scenarios: readonly Omit<ForecastTotals, 'forecast'>[],
): Omit<ForecastTotals, 'forecast'> =>
  scenarios.reduce<Omit<ForecastTotals, 'forecast'>>(
    (sum, each) => ({
      renewals: sum.renewals + each.renewals,
      due: sum.due + each.due,
      high: sum.high + each.high,
      expected: sum.expected + each.expected,
      low: sum.low + each.low,
    }),
    { renewals: 0, due: 0, high: 0, expected: 0, low: 0 },
  );

/** Formats a month: 'Nov 2026', 'No date'. */
export const renewalMonthText = (day: Day | null): string =>
  day === null ? 'No date' : monthInWords(day);
