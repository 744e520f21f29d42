import type { CrmRenewal } from '#server/core/providers/crm.ts';
import { mapFeatureValuesByKey } from '#shared/churn/patterns/features.ts';
import { patternKeys } from '#shared/churn/patterns/pattern-names.ts';
import { patternDefinitions } from '#shared/churn/patterns/patterns.ts';
import type { ListedPrediction, PredictionEvidence } from '#shared/churn/predictions/list.ts';
import { addDays, type Day } from '#shared/core/dates.ts';
import type { ListedInstitution } from '#shared/portfolio/list.ts';
import type { FlaggedRow } from './predictions-queries.ts';

/**
 * Returns the evidence for the patterns that the prediction of the day used. The evidence comes
 * from the features of that day. `lowSince` is the last day of the week in which the score fell
 * below 50; it has stayed below since then.
 */
export function patternEvidence(
  day: Day,
  found: readonly string[],
  values: readonly (number | null)[],
  lowSince: Day | null,
): PredictionEvidence[] {
  const known = mapFeatureValuesByKey(values);
  return patternKeys.flatMap((pattern) => {
    const evidence = found.includes(pattern) ? patternDefinitions[pattern].find(known) : null;
    if (evidence === null) return [];
    const { value, normal, days } = evidence;
    const since = pattern === 'low_score' ? lowSince : days === null ? null : addDays(day, -days);
    return [{ pattern, value, normal, since }];
  });
}

interface Sources {
  day: Day;
  institutions: readonly ListedInstitution[];
  flagged: readonly FlaggedRow[];
  /** CRM renewals by institution id; `undefined` when the CRM is unavailable. */
  renewals: ReadonlyMap<string, CrmRenewal> | undefined;
}

/** Returns the current customers that are in a tier, highest chance first. */
export function listTieredPredictions({
  day,
  institutions,
  flagged,
  renewals,
}: Sources): ListedPrediction[] {
  const byId = new Map(institutions.map((institution) => [institution.institutionId, institution]));
  return flagged.flatMap((row): ListedPrediction[] => {
    const institution = byId.get(row.institution_id);
    if (institution === undefined) return [];
    const renewal = renewals?.get(String(row.institution_id));
    return [
      {
        ...institution,
        tier: row.tier,
        chance30: row.chance30,
        chance45: row.chance45,
        chance60: row.chance60,
        chanceLow: row.low,
        chanceHigh: row.high,
        daysLeft: row.days_left,
        daysLow: row.days_low,
        daysHigh: row.days_high,
        evidence: patternEvidence(day, row.patterns, row.known, row.low_since),
        flaggedSince: row.flagged_since,
        isNew: row.is_new,
        annualRevenue: renewal?.annualRevenue ?? null,
        renewalOn: renewal?.renewalOn ?? null,
        verdict: verdictOf(row),
      },
    ];
  });
}

function verdictOf({
  verdict,
  reason,
  decided_by: id,
  decided_name: name,
  decided_at: at,
}: FlaggedRow): ListedPrediction['verdict'] {
  if (verdict === null || verdict === 'withdrawn' || reason === null || id === null || at === null)
    return null;
  return { verdict, reason, by: { id, name: name ?? 'Former user' }, at: at.toISOString() };
}
