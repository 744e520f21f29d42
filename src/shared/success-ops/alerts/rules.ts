import { quantile } from '#shared/core/statistics.ts';
import { parseList } from '#shared/list/address.ts';
import type { ListFilter } from '#shared/list/state.ts';
import { shownText } from '#shared/list/column.ts';
import { alertRules } from '#shared/metrics/constants.ts';
import { institutionColumns } from '#shared/portfolio/columns.ts';
import type { ListedInstitution } from '#shared/portfolio/list.ts';
import type { ListedCall } from '../calls/calls.ts';
import type { Ledger } from './alerts.ts';

const declineColumns: ReadonlySet<string> = new Set([
  'scoreChange',
  'percentChange',
  'tierChange',
  'previousHealthTier',
  'consecutiveWeeksDeclining',
  'changeByUsage',
]);

/** Columns that are known of past weeks: what a score is made of, and what follows from it. */
const pastColumns: ReadonlySet<string> = new Set([
  ...declineColumns,
  'healthTier',
  'adoptionScore',
  'sizeTier',
  'practiceType',
  'locationCount',
  'consecutiveWeeksAtRisk',
  'consecutiveWeeksImproving',
  'previousScore',
  'inGrace',
  'atRisk',
  'hasZeroUsage',
  'readyToExpand',
  'changeByPeers',
  'changeByEntitlements',
  'changeByLocations',
  'graceEndsOn',
  'goLiveDate',
  'monthsSinceGoLive',
  'entitledFeatures',
  'activeFeatures',
  'coverage',
  'institutionName',
  'institutionId',
  'externalId',
  'externalSource',
]);

const filtersOf = (conditions: string): readonly ListFilter[] =>
  parseList(new URLSearchParams(conditions), institutionColumns).state.filters;

/** A rule that asks for a fall: it is silent in weeks in which the median customer falls as well. */
export const isDeclineRule = (conditions: string): boolean => filtersOf(conditions).some(({ column }) => declineColumns.has(column));

/** Labels of the conditions whose past is not kept. */
export const withoutPast = (conditions: string): string[] =>
  filtersOf(conditions).flatMap(({ column: key }) => {
    const column = institutionColumns.find((each) => each.key === key);
    return column === undefined || pastColumns.has(key) || key.endsWith('Score') ? [] : [column.label];
  });

/** A week in which the median customer's score fell by more than the flat band, in percent. */
export function isSeasonWeek(rows: readonly Pick<ListedInstitution, 'percentChange'>[], flatBand: number): boolean {
  const changes = rows.flatMap(({ percentChange }) => (percentChange === null ? [] : [percentChange]));
  const median = quantile(changes, 0.5);
  return median !== null && median < -flatBand;
}

/** What a rule saw: the values of the columns that it asks about. */
export function sawOf(conditions: string, row: ListedInstitution): string {
  const parts = filtersOf(conditions).flatMap(({ column: key }) => {
    const column = institutionColumns.find((each) => each.key === key);
    return column === undefined ? [] : [`${column.label}: ${shownText(column, column.value(row))}`];
  });
  return parts.join(', ');
}

/** The calls for which a rule has fired lately, by what came of them. */
export function ledgerOf(ruleId: string, calls: readonly Pick<ListedCall, 'rule' | 'recentFirings' | 'outcome'>[]): Ledger {
  const own = calls.filter(({ rule, recentFirings }) => rule?.ruleId === ruleId && recentFirings > 0);
  const count = (outcome: ListedCall['outcome']) => own.filter((call) => call.outcome === outcome).length;
  return {
    fired: own.reduce((sum, { recentFirings }) => sum + recentFirings, 0),
    calls: own.length,
    acted: count('acted'),
    falseAlarms: count('false_alarm'),
    lapsed: count('lapsed'),
    open: count(null),
  };
}

const closedOf = ({ acted, falseAlarms, lapsed }: Ledger): number => acted + falseAlarms + lapsed;

/** The share of the closed calls that were acted on; null where there are too few to say. */
export const actedShare = (ledger: Ledger): number | null =>
  closedOf(ledger) < alertRules.leastShown ? null : ledger.acted / closedOf(ledger);

/** A rule that is mostly noise: enough of its calls are closed, and too few of those were acted on. */
export const isNoisy = (ledger: Ledger): boolean =>
  closedOf(ledger) >= alertRules.leastToMute && ledger.acted / closedOf(ledger) < alertRules.muteBelow;
