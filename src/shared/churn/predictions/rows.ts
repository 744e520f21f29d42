import { type Day, dayIn } from '#shared/core/dates.ts';
import { type CustomerWork, type WorkSteps, workStepsOf } from '#shared/risk/rows.ts';
import { patternNames } from '../patterns/pattern-names.ts';
import type { ListedPrediction, PredictionTab } from './list.ts';

/** A predicted loss with what people have done about it. */
export interface PredictionRow extends ListedPrediction, WorkSteps {
  nextStep: string | null;
  assigneeName: string | null;
  snoozeReason: string | null;
  patternText: string;
  /** Somebody did, wrote or decided something since it was flagged. */
  isContacted: boolean;
  lastTouchOn: Day | null;
}

const patternsOf = ({ evidence }: Pick<ListedPrediction, 'evidence'>): string =>
  evidence.map(({ pattern }) => patternNames[pattern]).join(', ');

/** The predictions beside the work on them; `today` and the time zone are the business's. */
export function predictionRows(rows: readonly ListedPrediction[], work: CustomerWork, today: Day, timeZone: string): PredictionRow[] {
  return rows.map((row) => {
    const found = work.cases.get(row.institutionId);
    const lastTouchAt = work.summaries.get(row.institutionId)?.lastTouchAt;
    const lastTouchOn = lastTouchAt == null ? null : dayIn(timeZone, new Date(lastTouchAt));
    return {
      ...row,
      ...workStepsOf(row.institutionId, work, today, timeZone),
      assigneeName: found?.assignee?.name ?? null,
      snoozeReason: found?.snooze?.reason ?? null,
      patternText: patternsOf(row),
      lastTouchOn,
      isContacted: lastTouchOn !== null && lastTouchOn >= row.flaggedSince,
    };
  });
}

/** Whether a prediction stands on a tab. Open is what nobody has rejected, accepted or put off. */
export function isOnPredictionTab({ verdict, snoozedUntil }: Pick<PredictionRow, 'verdict' | 'snoozedUntil'>, tab: PredictionTab): boolean {
  if (verdict?.verdict === 'rejected') return tab === 'rejected';
  if (snoozedUntil !== null) return tab === 'snoozed';
  return tab === (verdict === null ? 'open' : 'accepted');
}
