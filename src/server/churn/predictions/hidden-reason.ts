import type { TiersHiddenReason } from '#shared/churn/predictions/list.ts';
import { predictionsStaleAfterHours } from '#shared/churn/predictions/tiers.ts';
import type { ModelReport } from '#shared/churn/quality/quality.ts';

/** Returns the reason why tiers must be hidden; `null` when they can be shown. */
export function tiersHiddenReason(
  madeAt: Date | undefined,
  report: Pick<ModelReport, 'beatsChance' | 'beatsRule'> | undefined,
  now: Date,
): TiersHiddenReason | null {
  if (report !== undefined && !report.beatsChance) return 'chance';
  if (report !== undefined && !report.beatsRule) return 'not_better';
  if (madeAt === undefined) return 'no_predictions';
  if (report === undefined) return 'no_model';
  return now.getTime() - madeAt.getTime() > predictionsStaleAfterHours * 3_600_000 ? 'stale' : null;
}
