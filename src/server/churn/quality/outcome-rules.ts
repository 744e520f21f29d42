import { patternKeys } from '#shared/churn/patterns/pattern-names.ts';
import type { ListedFlag } from '#shared/churn/quality/flags.ts';
import type { ListedCustomerOutcome } from '#shared/churn/quality/outcomes.ts';
import { type Day, daysBetween } from '#shared/core/dates.ts';
import { predictionHorizonDays } from '../patterns/horizon.ts';
import { headlineFlagSampleSize } from '../predictions/flags-queries.ts';
import type { StayedCustomerRow } from './outcomes-queries.ts';
import type { LossWithFlag, TierFlag } from './quality-queries.ts';
import { wasFlaggedInTime } from './quality-rules.ts';

/**
 * Returns the flags with their known outcomes, newest first. `flags` must be in ascending order of
 * days.
 */
export function toListedFlags(flags: readonly TierFlag[], today: Day): ListedFlag[] {
  const newestFirst = flags.toSorted((one, other) =>
    one.day === other.day
      ? one.institution_id - other.institution_id
      : one.day < other.day
        ? 1
        : -1,
  );
  const inHeadline = new Set(
    newestFirst.filter(({ day }) => isMatured(day, today)).slice(0, headlineFlagSampleSize),
  );
  return newestFirst.map((flag) => ({
    institutionId: flag.institution_id,
    institutionName: flag.name,
    flaggedOn: flag.day,
    tier: flag.tier,
    chance60: flag.chance60,
    patterns: patternKeys.filter((key) => flag.patterns.includes(key)),
    outcome:
      flag.noticed_on !== null
        ? 'Left'
        : isMatured(flag.day, today)
          ? 'Stayed'
          : 'Too early to tell',
    noticedOn: flag.noticed_on,
    daysToNotice: flag.noticed_on === null ? null : daysBetween(flag.day, flag.noticed_on),
    reason: flag.reason,
    isContacted: flag.contacted,
    isInHeadline: inHeadline.has(flag),
    sizeTier: flag.size_tier,
    ehr: flag.ehr,
    tenureDays: flag.tenure_days,
  }));
}

const isMatured = (day: Day, today: Day): boolean =>
  daysBetween(day, today) >= predictionHorizonDays;

/**
 * Converts a loss to an outcome. A loss that was first flagged in the last week before the notice
 * counts as missed.
 */
export const toLostOutcome = (loss: LossWithFlag): ListedCustomerOutcome => ({
  institutionId: loss.institution_id,
  institutionName: loss.name,
  outcome: wasFlaggedInTime(loss) ? 'Flagged, left' : 'Not flagged, left',
  flaggedOn: loss.flagged_on,
  noticedOn: loss.noticed_on,
  daysBefore: loss.flagged_on === null ? null : daysBetween(loss.flagged_on, loss.noticed_on),
  chance: loss.chance,
  patterns: loss.patterns,
  sizeTier: loss.size_tier,
  ehr: loss.ehr,
  tenureDays: loss.tenure_days,
});

export const toStayedOutcome = (row: StayedCustomerRow): ListedCustomerOutcome => ({
  institutionId: row.institution_id,
  institutionName: row.name,
  outcome: row.flagged_on === null ? 'Not flagged, stayed' : 'Flagged, stayed',
  flaggedOn: row.flagged_on,
  noticedOn: null,
  daysBefore: null,
  chance: row.chance,
  patterns: row.patterns,
  sizeTier: row.size_tier,
  ehr: row.ehr,
  tenureDays: row.tenure_days,
});
