import type { Dependencies } from '#server/core/dependencies.ts';
import { answerUnlessCrmDown } from '#server/institutions/optional-crm-answer.ts';
import { createVersionCheckedListReader } from '#server/list/cached-list.ts';
import type { InstitutionListReader } from '#server/portfolio/list.ts';
import { getPredictions } from '#shared/churn/predictions/list.ts';
import { dayIn } from '#shared/core/dates.ts';
import { minimumGroupSize } from '#shared/core/numbers/group-size.ts';
import { defaultConfidence, wilsonInterval } from '#shared/core/statistics/intervals.ts';
import { countRecentFlagOutcomes } from './flags-queries.ts';
import { tiersHiddenReason } from './hidden-reason.ts';
import { listTieredPredictions } from './list-rules.ts';
import { findActiveModel } from './model-queries.ts';
import {
  countUntieredHighChances,
  findCustomersLeavingTiers,
  findFlaggedCustomers,
  findNewestPredictionDay,
  predictionsCacheVersion,
} from './predictions-queries.ts';

type Needed = Pick<Dependencies, 'database' | 'clock' | 'crm' | 'log' | 'env'>;

/**
 * Returns the cached list of predictions. The cache is renewed after runs, verdicts and customer
 * changes, and when predictions become outdated.
 */
export function createPredictionListReader(
  { database, clock, crm, log, env }: Needed,
  customers: InstitutionListReader,
) {
  const { foreground } = database;

  async function currentState() {
    const model = await findActiveModel(foreground);
    const newest = await findNewestPredictionDay(foreground, env.BUSINESS_TIME_ZONE);
    return { model, newest, hidden: tiersHiddenReason(newest?.madeAt, model?.report, clock()) };
  }

  async function readVersion(): Promise<string> {
    const newest = await findNewestPredictionDay(foreground, env.BUSINESS_TIME_ZONE);
    const isStale =
      newest !== undefined &&
      tiersHiddenReason(newest.madeAt, { beatsChance: true, beatsRule: true }, clock()) !== null;
    return `${(await customers()).id} ${await predictionsCacheVersion(foreground)} ${isStale} ${dayIn(env.BUSINESS_TIME_ZONE, clock())}`;
  }

  async function build() {
    const { model, newest, hidden } = await currentState();
    const facts = {
      day: newest?.day ?? null,
      madeAt: newest?.madeAt.toISOString() ?? null,
      hidden,
      level: model?.report.level ?? null,
    };
    const past = withInterval(
      await countRecentFlagOutcomes(foreground, dayIn(env.BUSINESS_TIME_ZONE, clock())),
    );
    if (newest === undefined || hidden !== null)
      return getPredictions.response.parse({ ...facts, past, lackPatterns: 0, gone: [], rows: [] });
    const flagged = await findFlaggedCustomers(foreground, newest.day);
    const renewals = await answerUnlessCrmDown(log, () =>
      crm.renewals(flagged.map((row) => row.institution_id)),
    );
    const { rows: institutions } = (await customers()).answer;
    return getPredictions.response.parse({
      ...facts,
      past,
      lackPatterns: await countUntieredHighChances(foreground, newest.day),
      gone: await findCustomersLeavingTiers(foreground, newest.day),
      rows: listTieredPredictions({ day: newest.day, institutions, flagged, renewals }),
    });
  }

  return createVersionCheckedListReader(readVersion, build);
}

/** Adds the share of flags that came true, with its interval; `null` with too few flags. */
function withInterval(flags: Awaited<ReturnType<typeof countRecentFlagOutcomes>>) {
  if (flags === null) return null;
  const share =
    flags.flagged < minimumGroupSize
      ? undefined
      : wilsonInterval(flags.left, flags.flagged, defaultConfidence);
  return { ...flags, share: share ?? null };
}
