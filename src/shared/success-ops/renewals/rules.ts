import type { Day } from '#shared/core/dates.ts';
import type { ChurnTier, HealthTier } from '#shared/core/tiers.ts';
import { monthInWords } from '#shared/core/words.ts';
import type { ListedRenewal } from './renewals.ts';
import {
  callWords,
  type Forecast,
  forecasts,
  type RenewalCall,
  type RenewalCheckpoint,
  type RenewalDecision,
  type RenewalStage,
  type SystemRisk,
} from './words.ts';

/** Days ahead that the board looks, and days for which a closed deal stays on it. */
export const renewalDays = { ahead: 180, closed: 30 } as const;
/** Days before the renewal on which each checkpoint falls. */
export const checkpointDays: Record<RenewalCheckpoint, number> = { six_months: 180, three_months: 90 };
/** Days before the renewal by which the proposal is out. */
const proposalDays = 60;

/** What is expected of a dollar due, by forecast. */
export const weights: Record<Forecast, Record<'high' | 'likely' | 'low', number>> = {
  Closed: { high: 1, likely: 1, low: 1 },
  Commit: { high: 1, likely: 0.95, low: 0.85 },
  'Most likely': { high: 1, likely: 0.9, low: 0.75 },
  'Best case': { high: 0.9, likely: 0.6, low: 0.3 },
  'At risk': { high: 0.6, likely: 0.3, low: 0.05 },
  Lost: { high: 0, likely: 0, low: 0 },
};

/** A tier of the churn prediction or a Critical score is high, a Medium score medium, a Healthy one low. */
export function systemRiskOf({ churnTier, healthTier }: { churnTier: ChurnTier | null; healthTier: HealthTier }): SystemRisk {
  if (churnTier !== null || healthTier === 'Critical') return 'High';
  return ({ Medium: 'Medium', Healthy: 'Low', Unknown: 'Unknown' } as const)[healthTier];
}

/** One says that the customer stays and the other that it leaves. */
export const areOpposed = (call: RenewalCall | null, risk: SystemRisk): boolean =>
  (call === 'renew' && risk === 'High') || (call === 'leave' && risk === 'Low');

interface Opinions {
  stage: RenewalStage;
  call: RenewalCall | null;
  systemRisk: SystemRisk;
  /** Only one that was made on this call and this risk. */
  decision: RenewalDecision | null;
}

/** What is forecast of a renewal. Where the call and the risk are opposed and nobody has decided, it is at risk. */
export function forecastOf({ stage, call, systemRisk, decision }: Opinions): Forecast {
  if (stage === 'signed') return 'Closed';
  if (stage === 'lost') return 'Lost';
  if (areOpposed(call, systemRisk) && decision === null) return 'At risk';
  const said = decision === 'risk' || call === null || call === 'monitor' ? riskForecasts[systemRisk] : callForecasts[call];
  return stage === 'verbal' && said === 'Most likely' ? 'Commit' : said;
}
const riskForecasts = { High: 'At risk', Medium: 'Best case', Low: 'Most likely', Unknown: 'Best case' } as const;
const callForecasts = { renew: 'Most likely', unsure: 'Best case', leave: 'At risk' } as const;

/** Why a call may not be made; `daysLeft` is null where the deal has no date. */
export const callProblem = (call: RenewalCall | null, daysLeft: number | null): string | undefined =>
  call === 'monitor' && daysLeft !== null && daysLeft <= checkpointDays.three_months
    ? `${callWords.monitor} is not possible in the last three months before the renewal: say whether the customer will renew.`
    : undefined;

/** What to do next; null once it is closed. */
export function nextStepOf(row: Omit<ListedRenewal, 'nextStep'>): string | null {
  const { stage, daysLeft, call } = row;
  if (stage === 'signed' || stage === 'lost') return null;
  if (row.isOpposed && row.decision === null) return 'An admin decides between call and risk';
  if (daysLeft === null) return 'Set the date in the CRM';
  if (daysLeft < 0) return 'Overdue: close it in the CRM, or move its date';
  if (callProblem(call, daysLeft) !== undefined) return 'Make the call: Monitor ended at three months';
  if (daysLeft <= checkpointDays.three_months && row.threeMonths === null) return 'Checkpoint at three months';
  if (daysLeft <= checkpointDays.six_months && row.sixMonths === null && row.threeMonths === null) return 'Checkpoint at six months';
  if (call === null) return 'Make the call';
  if (stage === 'not_started') return 'Get in touch';
  if (stage === 'contacted') return daysLeft <= proposalDays ? 'Proposal is due' : 'Prepare the proposal';
  return stage === 'proposal' ? 'Ask for the answer' : 'Get it signed';
}

export interface Scenario {
  forecast: Forecast;
  renewals: number;
  /** Dollars; what has no amount counts as none. */
  due: number;
  high: number;
  likely: number;
  low: number;
}

/** Where a person named an expected amount, that is the base; otherwise the amount due. */
const baseOf = ({ expected, amountDue }: Pick<ListedRenewal, 'expected' | 'amountDue'>): number => expected ?? amountDue ?? 0;

/** Totals by forecast, in its order. */
export const scenariosOf = (rows: readonly ListedRenewal[]): Scenario[] =>
  forecasts.map((forecast) => {
    const own = rows.filter((row) => row.forecast === forecast);
    const base = own.reduce((sum, row) => sum + baseOf(row), 0);
    const { high, likely, low } = weights[forecast];
    return {
      forecast,
      renewals: own.length,
      due: own.reduce((sum, row) => sum + (row.amountDue ?? 0), 0),
      high: base * high,
      likely: base * likely,
      low: base * low,
    };
  });

export const totalOf = (scenarios: readonly Scenario[]): Omit<Scenario, 'forecast'> =>
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

/** 'Nov 2026', or that the deal has no date. */
export const monthOf = (day: Day | null): string => (day === null ? 'No date' : monthInWords(day));
