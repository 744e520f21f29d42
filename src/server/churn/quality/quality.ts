import type { Queries } from '#server/core/db/database.ts';
import { patternKeys } from '#shared/churn/patterns/pattern-names.ts';
import type { EvaluationWeekChoice, getPredictionQuality } from '#shared/churn/quality/quality.ts';
import { addDays, type Day } from '#shared/core/dates.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { predictionHorizonDays } from '../patterns/horizon.ts';
import { findPatternMutes } from '../patterns/mutes-queries.ts';
import { findActiveModel } from '../predictions/model-queries.ts';
import {
  findBacktestedModelVersion,
  findModelVersions,
  type ModelVersion,
} from '../predictions/versions-queries.ts';
import { countStayedCustomers } from './outcomes-queries.ts';
import {
  countLowScoreFlags,
  countShortTierEntries,
  countVerdicts,
  findFlagsBetween,
  findLossesWithFlags,
  findMaturedSundayRange,
  findTopChanceCustomers,
  maxTeamCapacity,
} from './quality-queries.ts';
import {
  capacityCurve,
  caughtLossShare,
  caughtRevenue,
  computeDaysFromFlagToNotice,
  computeFlaggedCustomerLossShare,
  computeFlagResultsByTier,
  computeQualityBySegment,
  falseAlarmCases,
  missedLosses,
  simpleRuleCaughtShare,
} from './quality-rules.ts';

const sizes = [5, 10, 15, 20, 25, 30, 40, 50, 60, 75, maxTeamCapacity];
const nothing = { of: 0, hits: 0 };

/**
 * Returns the quality of the predictions on the evaluated Sundays, computed from flags and losses
 * with known outcomes.
 */
export async function computePredictionQuality(
  queries: Queries,
  today: Day,
  past: EvaluationWeekChoice,
): Promise<Omit<ResponseOf<typeof getPredictionQuality>, 'hidden'>> {
  const model = await findActiveModel(queries);
  const { first, last, weeks } = await findMaturedSundayRange(queries, today, past);
  const from = first ?? today;
  const matured = addDays(today, -predictionHorizonDays);
  const flags = await findFlagsBetween(queries, from, matured);
  const losses = first === null ? [] : await findLossesWithFlags(queries, first, today);
  const mutes = await findPatternMutes(queries);
  return {
    model: model === undefined ? null : modelAnswer(model),
    versions: (await findModelVersions(queries)).flatMap(versionAnswer),
    backtestedVersion: await findBacktestedModelVersion(queries),
    maturedFrom: first,
    maturedUntil: last,
    weeks,
    flagged: computeFlaggedCustomerLossShare(flags),
    losses: caughtLossShare(losses),
    stayed: first === null ? nothing : await countStayedCustomers(queries, from, matured),
    revenue: caughtRevenue(losses),
    rule: {
      flagged: first === null ? nothing : await countLowScoreFlags(queries, first, today),
      losses: simpleRuleCaughtShare(losses),
    },
    tiers: computeFlagResultsByTier(flags),
    treated: {
      contacted: computeFlaggedCustomerLossShare(flags.filter(({ contacted }) => contacted)),
      notContacted: computeFlaggedCustomerLossShare(flags.filter(({ contacted }) => !contacted)),
    },
    capacity: capacityCurve(await findTopChanceCustomers(queries, from, today), sizes),
    leadDays: computeDaysFromFlagToNotice(flags),
    misses: missedLosses(losses),
    falseAlarms: falseAlarmCases(flags),
    flips: await countShortTierEntries(queries, from),
    segments: computeQualityBySegment(flags, losses),
    verdicts: await countVerdicts(queries),
    mutes: patternKeys.flatMap((pattern) => {
      const mute = mutes.find((each) => each.pattern === pattern);
      return mute === undefined ? [] : [{ pattern, reason: mute.reason, by: mute.by }];
    }),
  };
}

function modelAnswer({
  version,
  trainedOn,
  report: { bins: _, deviations: __, ...report },
}: NonNullable<Awaited<ReturnType<typeof findActiveModel>>>) {
  return { version, trainedOn, ...report };
}

function versionAnswer({ version, trainedOn, report, isCurrent, chosen }: ModelVersion) {
  const winner = report.candidates.find((candidate) => candidate.isChosen);
  if (winner === undefined) return [];
  return [
    {
      version,
      trainedOn,
      notices: report.notices,
      winner,
      isCurrent,
      chosen: chosen && { ...chosen, at: chosen.at.toISOString() },
    },
  ];
}
