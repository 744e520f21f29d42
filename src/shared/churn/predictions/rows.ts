import { type Day, dayIn } from '#shared/core/dates.ts';
import {
  type CustomerWorkFields,
  type CustomerWorkMaps,
  computeCustomerWorkFields,
  findWorkOnCustomer,
} from '#shared/risk/rows.ts';
import { patternNames } from '../patterns/pattern-names.ts';
import type { ListedPrediction, PredictionTab } from './list.ts';

/** Prediction with the team's work on the customer. */
export interface PredictionRow extends ListedPrediction, CustomerWorkFields {
  nextStep: string | null;
  assigneeName: string | null;
  snoozeReason: string | null;
  patternText: string;
  /** `true` when a note, task or decision was recorded after the flag. */
  isContacted: boolean;
  lastTouchOn: Day | null;
}

const patternsOf = ({ evidence }: Pick<ListedPrediction, 'evidence'>): string =>
  evidence.map(({ pattern }) => patternNames[pattern]).join(', ');

/**
 * Joins each prediction with the team's work on the customer. `today` is the business day in
 * `timeZone`.
 */
export function joinPredictionsWithWork(
  rows: readonly ListedPrediction[],
  work: CustomerWorkMaps,
  today: Day,
  timeZone: string,
): PredictionRow[] {
  return rows.map((row) => {
    const found = findWorkOnCustomer(row.institutionId, work);
    const lastTouchAt = found.summary?.lastTouchAt;
    const lastTouchOn = lastTouchAt == null ? null : dayIn(timeZone, new Date(lastTouchAt));
    return {
      ...row,
      ...computeCustomerWorkFields(found, today, timeZone),
      assigneeName: found.riskCase?.assignee?.name ?? null,
      snoozeReason: found.riskCase?.snooze?.reason ?? null,
      patternText: patternsOf(row),
      lastTouchOn,
      isContacted: lastTouchOn !== null && lastTouchOn >= row.flaggedSince,
    };
  });
}

/**
 * Returns `true` when a prediction belongs on `tab`. Tab 'open' has the predictions that are not
 * accepted, rejected or snoozed.
 */
export function isOnPredictionTab(
  { verdict, snoozedUntil }: Pick<PredictionRow, 'verdict' | 'snoozedUntil'>,
  tab: PredictionTab,
): boolean {
  if (verdict?.verdict === 'rejected') return tab === 'rejected';
  if (snoozedUntil !== null) return tab === 'snoozed';
  return tab === (verdict === null ? 'open' : 'accepted');
}
