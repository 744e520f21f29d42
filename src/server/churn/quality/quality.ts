import type { Queries } from '#server/core/db/database.ts';
import { patternKeys } from '#shared/churn/patterns/pattern-names.ts';
import type { getQuality, LookBack } from '#shared/churn/quality/quality.ts';
import { addDays, type Day } from '#shared/core/dates.ts';
import type { ResponseOf } from '#shared/core/endpoint.ts';
import { horizonDays } from '../patterns/horizon.ts';
import { patternMutes } from '../patterns/mutes-queries.ts';
import { currentModel } from '../predictions/model-queries.ts';
import {
  backtestedVersion,
  type ModelVersion,
  modelVersions,
} from '../predictions/versions-queries.ts';
import { stayedCounts } from './outcomes-queries.ts';
import {
  countTierFlips,
  flagsBetween,
  maturedSundays,
  mostCapacity,
  predictedLosses,
  rankedFlags,
  ruleFlags,
  verdictCounts,
} from './quality-queries.ts';
import {
  bySegment,
  byTier,
  capacityCurve,
  caughtByRule,
  caughtPart,
  caughtRevenue,
  falseAlarmsOf,
  flaggedPart,
  leadDaysOf,
  missesOf,
} from './quality-rules.ts';

const sizes = [5, 10, 15, 20, 25, 30, 40, 50, 60, 75, mostCapacity];
const nothing = { of: 0, hits: 0 };

/**
 * Computes the quality of predictions over the evaluated Sundays, from flags and losses with known
 * outcomes.
 */
export async function qualityOf(
  queries: Queries,
  today: Day,
  past: LookBack,
): Promise<Omit<ResponseOf<typeof getQuality>, 'hidden'>> {
  const model = await currentModel(queries);
  const { first, last, weeks } = await maturedSundays(queries, today, past);
  const from = first ?? today;
  const matured = addDays(today, -horizonDays);
  const flags = await flagsBetween(queries, from, matured);
  const losses = first === null ? [] : await predictedLosses(queries, first, today);
  const mutes = await patternMutes(queries);
  return {
    model: model === undefined ? null : modelAnswer(model),
    versions: (await modelVersions(queries)).flatMap(versionAnswer),
    backtestedVersion: await backtestedVersion(queries),
    maturedFrom: first,
    maturedUntil: last,
    weeks,
    flagged: flaggedPart(flags),
    losses: caughtPart(losses),
    stayed: first === null ? nothing : await stayedCounts(queries, from, matured),
    revenue: caughtRevenue(losses),
    rule: {
      flagged: first === null ? nothing : await ruleFlags(queries, first, today),
      losses: caughtByRule(losses),
    },
    tiers: byTier(flags),
    treated: {
      contacted: flaggedPart(flags.filter(({ contacted }) => contacted)),
      notContacted: flaggedPart(flags.filter(({ contacted }) => !contacted)),
    },
    capacity: capacityCurve(await rankedFlags(queries, from, today), sizes),
    leadDays: leadDaysOf(flags),
    misses: missesOf(losses),
    falseAlarms: falseAlarmsOf(flags),
    flips: await countTierFlips(queries, from),
    segments: bySegment(flags, losses),
    verdicts: await verdictCounts(queries),
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
}: NonNullable<Awaited<ReturnType<typeof currentModel>>>) {
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
