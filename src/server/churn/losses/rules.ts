import { unprocessable } from '#server/core/errors.ts';
import { reportedDaysBeforeNotice, reviewDueDays } from '#shared/churn/constants.ts';
import type { Loss, LossInput } from '#shared/churn/losses/losses.ts';
import { parseSignal, signalText } from '#shared/churn/patterns/signals.ts';
import { addDays, type Day, dayIn, monthsBetween } from '#shared/core/dates.ts';
import { dayInWords } from '#shared/core/words.ts';
import type { GoLiveRow, LossRow } from './queries.ts';

/** Throws a 422 error when the notice is before go-live or in the future. */
export function requireValidNotice(
  { noticedOn }: Pick<LossInput, 'noticedOn'>,
  { live_on: liveOn }: GoLiveRow,
  today: Day,
): void {
  if (noticedOn > today) throw unprocessable('noticedOn: must not be in the future');
  if (liveOn !== null && noticedOn < liveOn)
    throw unprocessable(`noticedOn: must not be before the go-live on ${dayInWords(liveOn)}`);
}

/** Converts a row to a loss. `ownerName` is `null` when the CRM has no owner or is unavailable. */
export function toLoss(row: LossRow, ownerName: string | null, timeZone: string): Loss {
  return {
    lossId: row.loss_id,
    institutionId: row.institution_id,
    institutionName: row.name,
    noticedOn: row.noticed_on,
    effectiveOn: row.effective_on,
    reason: row.reason,
    reasonDetail: row.reason_detail,
    foundReason: row.found_reason,
    foundDetail: row.found_detail,
    avoidable: row.avoidable,
    competitor: row.competitor,
    monthlyDollars: row.monthly_cents === null ? null : row.monthly_cents / 100,
    locationsLost: row.locations_lost,
    winBackOn: row.win_back_on,
    tenureMonths:
      row.live_on === null ? null : Math.max(0, monthsBetween(row.live_on, row.noticed_on)),
    sizeTier: row.size_tier,
    practiceType: row.practice_type,
    ehr: row.ehr,
    healthBefore: reportedDaysBeforeNotice.map((_, at) => row.health_before[at] ?? null),
    predicted:
      row.predicted_tier === null || row.predicted_before === null
        ? null
        : { tier: row.predicted_tier, daysBefore: row.predicted_before },
    lastTouchOn: row.touched_at === null ? null : dayIn(timeZone, row.touched_at),
    ownerName,
    retroDueOn: addDays(row.noticed_on, reviewDueDays),
    retroDoneOn: row.retro_done_at === null ? null : dayIn(timeZone, row.retro_done_at),
    missedSignal: missedSignalOf(row),
    takenBack:
      row.taken_back_at === null
        ? null
        : {
            at: row.taken_back_at.toISOString(),
            by: row.taken_back_by,
            reason: row.taken_back_reason ?? '',
          },
    version: row.version,
  };
}

function missedSignalOf({
  missed_feature: feature,
  missed_comparison: comparison,
  missed_value: value,
}: LossRow): string | null {
  const signal =
    feature === null || comparison === null || value === null
      ? undefined
      : parseSignal(feature, comparison, value);
  return signal === undefined ? null : signalText(signal);
}
