import type { Day } from '#shared/core/dates.ts';
import { quarterOf, quarterText } from './quarters.ts';
import type { DepartedRenewal, ListedRenewal } from './renewals.ts';
import type { ForecastCategory, RenewalWeekChange } from './words.ts';

/** Change of a quarter's expected amount for one reason. */
export interface QuarterChange {
  reason: Exclude<RenewalWeekChange, 'Unchanged'> | 'Removed from the CRM' | 'Moved in';
  renewals: number;
  /** Dollars per year. */
  dollars: number;
}

/** Forecast of the renewals that are due in a quarter, in dollars per year. */
export interface QuarterForecast {
  /** 'Q4 2026', or 'No date'. */
  quarter: string;
  /** First day; `null` for renewals without a date. */
  from: Day | null;
  renewals: number;
  due: number;
  /** Signed and Commit. */
  commit: number;
  /** Signed, Commit and Most likely. */
  mostLikely: number;
  /** Signed, Commit, Most likely and Best case. */
  bestCase: number;
  expected: number;
  changes: QuarterChange[];
}

interface Movement {
  dueOn: Day | null;
  reason: QuarterChange['reason'];
  dollars: number;
}

interface QuarterInput {
  rows: readonly ListedRenewal[];
  /** Rows that were in the filtered quarter at the snapshot and are due in another one now. */
  movedOut: readonly ListedRenewal[];
  departed: readonly DepartedRenewal[];
}

/**
 * Returns the forecast of each quarter in which renewals are due or from which they moved, in the
 * order of time. Renewals without a date are last. Amounts that are unknown count as 0.
 */
export function computeQuarterForecasts({
  rows,
  movedOut,
  departed,
}: QuarterInput): QuarterForecast[] {
  const movements = [
    ...rows.flatMap(movementInto),
    ...movedOut.flatMap(movementOutOf),
    ...departed.map(({ dueBefore, expectedBefore, why }) => ({
      dueOn: dueBefore,
      reason: why,
      dollars: -(expectedBefore ?? 0),
    })),
  ];
  const byQuarter = Map.groupBy(rows, ({ dueOn }) => quarterText(dueOn));
  const changesByQuarter = Map.groupBy(movements, ({ dueOn }) => quarterText(dueOn));
  const starts = new Map(
    [...rows, ...movements].map(({ dueOn }) => [
      quarterText(dueOn),
      dueOn === null ? null : quarterOf(dueOn).from,
    ]),
  );
  return [...starts]
    .toSorted(([, a], [, b]) => (a ?? '9999').localeCompare(b ?? '9999'))
    .map(([quarter, from]) => ({
      quarter,
      from,
      ...sumQuarter(byQuarter.get(quarter) ?? []),
      changes: sumChanges(changesByQuarter.get(quarter) ?? []),
    }));
}

function movementInto({ weekChange, before, dueOn, expected }: ListedRenewal): Movement[] {
  if (weekChange === null || weekChange === 'Unchanged') return [];
  const isFromOtherQuarter = before !== null && quarterText(before.dueOn) !== quarterText(dueOn);
  return [
    {
      dueOn,
      reason: isFromOtherQuarter ? 'Moved in' : weekChange,
      dollars: (expected ?? 0) - (isFromOtherQuarter ? 0 : (before?.expected ?? 0)),
    },
  ];
}

function movementOutOf({ before, dueOn }: ListedRenewal): Movement[] {
  if (before === null) return [];
  const isLater = dueOn === null || (before.dueOn !== null && dueOn > before.dueOn);
  return [
    {
      dueOn: before.dueOn,
      reason: isLater ? 'Slipped' : 'Pulled in',
      dollars: -(before.expected ?? 0),
    },
  ];
}

function sumQuarter(
  rows: readonly ListedRenewal[],
): Omit<QuarterForecast, 'quarter' | 'from' | 'changes'> {
  const dueOf = (...categories: ForecastCategory[]) =>
    rows.reduce(
      (sum, row) => sum + (categories.includes(row.forecast) ? (row.amountDue ?? 0) : 0),
      0,
    );
  const commit = dueOf('Closed', 'Commit');
  const mostLikely = commit + dueOf('Most likely');
  return {
    renewals: rows.length,
    due: rows.reduce((sum, { amountDue }) => sum + (amountDue ?? 0), 0),
    commit,
    mostLikely,
    bestCase: mostLikely + dueOf('Best case'),
    expected: rows.reduce((sum, { expected }) => sum + (expected ?? 0), 0),
  };
}

function sumChanges(movements: readonly Movement[]): QuarterChange[] {
  return [...Map.groupBy(movements, ({ reason }) => reason)]
    .map(([reason, own]) => ({
      reason,
      renewals: own.length,
      dollars: own.reduce((sum, { dollars }) => sum + dollars, 0),
    }))
    .toSorted((a, b) => Math.abs(b.dollars) - Math.abs(a.dollars));
}

/** Returns `true` for a renewal that was due in another quarter at the snapshot. */
export const hasMovedQuarter = ({ before, dueOn }: ListedRenewal): boolean =>
  before !== null && quarterText(before.dueOn) !== quarterText(dueOn);
