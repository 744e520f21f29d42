import { type Day, dayIn } from '#shared/core/dates.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { productKeys, products } from '#shared/core/products.ts';
import { capitalize, countText, nearDayInWords } from '#shared/core/words.ts';
import { type RiskCase, type RiskReasonKey, riskOutcomeTexts } from '#shared/work/cases.ts';
import type { InstitutionWorkSummary } from '#shared/work/tasks.ts';
import type { getRiskList, ListedRiskCustomer, RiskTab } from './list.ts';
import { computePriority, estimateLossChance, findRenewalFactor } from './priority.ts';

/** Row of the at-risk list together with the team's work on the customer. */
export interface RiskRow extends ListedRiskCustomer {
  reasonText: string;
  /**
   * Points between the first and the last score of the trend; `null` with fewer than two scores.
   */
  trendChange: number | null;
  /**
   * Next open task by due date, otherwise the snooze, otherwise the last outcome; `null` without
   * any of them.
   */
  nextStep: string | null;
  isTaskOverdue: boolean;
  weakestProduct: string | null;
  assigneeName: string | null;
  snoozedUntil: Day | null;
  snoozeReason: string | null;
  lastOutcome: string | null;
  lastOutcomeOn: Day | null;
  /** `true` when an outcome has been recorded since the last official week. */
  isJudged: boolean;
  lastTouchOn: Day | null;
  nextTask: string | null;
  nextTaskDueOn: Day | null;
  /** Chance of losing the customer, 0.05–0.9; `null` without a score. */
  lossChance: number | null;
  /** Factor 1–1.5 that raises the priority as the renewal comes closer. */
  renewalFactor: number;
  /** Dollars per year; `null` when the customer is snoozed or a factor is unknown. */
  priority: number | null;
}

export type CustomerWorkFields = Pick<
  RiskRow,
  'nextTask' | 'nextTaskDueOn' | 'isTaskOverdue' | 'snoozedUntil' | 'lastOutcome' | 'lastOutcomeOn'
>;

export interface CustomerWorkMaps {
  /** Risk cases by institution id. Institutions that were never worked on have no case. */
  cases: ReadonlyMap<number, RiskCase>;
  summaries: ReadonlyMap<number, InstitutionWorkSummary>;
}

/**
 * Returns the name of the entitled product with the lowest score, without sub-products. On a tie,
 * returns the first in product order.
 */
function weakestProduct({ featureScores, featureEntitlements }: ListedRiskCustomer): string | null {
  let weakest: { name: string; score: number } | undefined;
  for (const key of productKeys) {
    const score = featureScores[key];
    if (
      products[key].parent !== undefined ||
      featureEntitlements[key] !== true ||
      score === undefined
    )
      continue;
    if (weakest === undefined || score < weakest.score)
      weakest = { name: products[key].name, score };
  }
  return weakest?.name ?? null;
}

/** Formats the reasons: 'Critical score, declining 4 weeks'. */
function reasonText({ reasons, consecutiveWeeksDeclining }: ListedRiskCustomer): string {
  const words: Record<RiskReasonKey, string> = {
    critical: 'critical score',
    declining: `declining ${countText(consecutiveWeeksDeclining, 'week')}`,
    not_active: 'not active',
  };
  return capitalize(reasons.map((reason) => words[reason]).join(', '));
}

function trendChange(trend: ListedRiskCustomer['trend']): number | null {
  const scores = trend.filter((score) => score !== null);
  const [first] = scores;
  const last = scores.at(-1);
  return scores.length < 2 || first === undefined || last === undefined ? null : last - first;
}

function nextStepOf(
  { nextTask, nextTaskDueOn, isTaskOverdue, snoozedUntil }: CustomerWorkFields,
  today: Day,
): string | null {
  if (nextTask !== null && nextTaskDueOn === null) return nextTask;
  if (nextTask !== null && nextTaskDueOn !== null) {
    // The due date precedes the task's title, because lists cut off long titles.
    return `${isTaskOverdue ? 'Overdue' : 'Due'} ${nearDayInWords(nextTaskDueOn, today)}: ${nextTask}`;
  }
  return snoozedUntil === null ? null : `Snoozed until ${nearDayInWords(snoozedUntil, today)}`;
}

/** Work on one customer; a part is `undefined` when the customer was never worked on. */
interface WorkOnCustomer {
  riskCase: RiskCase | undefined;
  summary: InstitutionWorkSummary | undefined;
}

export const findWorkOnCustomer = (
  institutionId: number,
  { cases, summaries }: CustomerWorkMaps,
): WorkOnCustomer => ({
  riskCase: cases.get(institutionId),
  summary: summaries.get(institutionId),
});

/**
 * Returns the next step for a customer from the team's work on it; `today` is the business day in
 * `timeZone`.
 */
export function computeCustomerWorkFields(
  { riskCase, summary }: WorkOnCustomer,
  today: Day,
  timeZone: string,
): CustomerWorkFields & Pick<RiskRow, 'nextStep'> {
  const { snooze = null, lastOutcome = null } = riskCase ?? {};
  const nextTask = summary?.nextTask;
  const nextTaskDueOn = nextTask?.dueOn ?? null;
  const steps: CustomerWorkFields = {
    nextTask: nextTask?.title ?? null,
    nextTaskDueOn,
    isTaskOverdue: nextTaskDueOn !== null && nextTaskDueOn < today,
    snoozedUntil: snooze?.until ?? null,
    lastOutcome: lastOutcome && riskOutcomeTexts[lastOutcome.outcome].name,
    lastOutcomeOn: lastOutcome && dayIn(timeZone, new Date(lastOutcome.at)),
  };
  return { ...steps, nextStep: nextStepOf(steps, today) };
}

type RiskList = ResponseOf<typeof getRiskList>;

/** Joins a row of the list with the team's work on the customer. */
export function joinRiskWithWork(
  customer: ListedRiskCustomer,
  { healthyFrom, weekStartDate }: Pick<RiskList, 'healthyFrom' | 'weekStartDate'>,
  { riskCase, summary }: WorkOnCustomer,
  today: Day,
  timeZone: string,
): RiskRow {
  const { snooze = null, assignee = null, lastOutcome = null } = riskCase ?? {};
  const { adoptionScore, annualRevenue } = customer;
  const chance = adoptionScore === null ? null : estimateLossChance(adoptionScore, healthyFrom);
  const factor = findRenewalFactor(customer.renewalOn, today);
  return {
    ...customer,
    ...computeCustomerWorkFields({ riskCase, summary }, today, timeZone),
    reasonText: reasonText(customer),
    trendChange: trendChange(customer.trend),
    weakestProduct: weakestProduct(customer),
    assigneeName: assignee?.name ?? null,
    snoozeReason: snooze?.reason ?? null,
    isJudged: lastOutcome !== null && lastOutcome.judgedWeek === weekStartDate,
    lastTouchOn:
      summary?.lastTouchAt == null ? null : dayIn(timeZone, new Date(summary.lastTouchAt)),
    lossChance: chance,
    renewalFactor: factor,
    priority:
      snooze !== null || chance === null || annualRevenue === null
        ? null
        : computePriority(chance, annualRevenue, factor),
  };
}

/**
 * Joins the list with the team's work on each customer; `today` is the business day in `timeZone`.
 */
export const joinRisksWithWork = (
  list: RiskList,
  work: CustomerWorkMaps,
  today: Day,
  timeZone: string,
): RiskRow[] =>
  list.rows.map((customer) =>
    joinRiskWithWork(
      customer,
      list,
      findWorkOnCustomer(customer.institutionId, work),
      today,
      timeZone,
    ),
  );

/**
 * Returns `true` when a customer belongs on `tab`. The queue holds at-risk customers that have not
 * given notice, are not snoozed and have had no outcome since the last official week.
 */
export function isOnRiskTab(
  row: Pick<RiskRow, 'standing' | 'notice' | 'snoozedUntil' | 'isJudged'>,
  tab: RiskTab,
): boolean {
  switch (tab) {
    case 'queue':
      return (
        row.standing === 'at_risk' &&
        row.notice === null &&
        row.snoozedUntil === null &&
        !row.isJudged
      );
    case 'all':
      return row.standing === 'at_risk';
    case 'snoozed':
      return row.standing === 'at_risk' && row.snoozedUntil !== null;
    case 'leaving':
      return row.notice !== null;
    case 'cannot-judge':
      return row.standing === 'cannot_judge';
    case 'recovered':
      return row.standing === 'recovered';
  }
}
