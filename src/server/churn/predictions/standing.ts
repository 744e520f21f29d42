import type { HiddenReason } from '#shared/churn/predictions/list.ts';
import { staleAfterHours } from '#shared/churn/predictions/tiers.ts';
import type { ModelReport } from '#shared/churn/quality/quality.ts';

/** Why tiers must not be shown now; null when they may. */
export function hiddenBecause(
  madeAt: Date | undefined,
  report: Pick<ModelReport, 'beatsChance' | 'beatsRule'> | undefined,
  now: Date,
): HiddenReason | null {
  if (report !== undefined && !report.beatsChance) return 'chance';
  if (report !== undefined && !report.beatsRule) return 'not_better';
  if (madeAt === undefined) return 'no_predictions';
  if (report === undefined) return 'no_model';
  return now.getTime() - madeAt.getTime() > staleAfterHours * 3_600_000 ? 'stale' : null;
}
