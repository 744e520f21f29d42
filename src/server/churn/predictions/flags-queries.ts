import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { addDays, type Day } from '#shared/core/dates.ts';
import { riskEpisodesCacheVersion } from '../causes/queries.ts';
import { predictionHorizonDays } from '../patterns/horizon.ts';
import { predictionsCacheVersion } from './predictions-queries.ts';

/** Number of flags from which the main figure of the prediction page is computed. */
export const headlineFlagSampleSize = 60;
/**
 * A customer that has no tier for more than this number of days counts as flagged again when it
 * enters a tier.
 */
const episodeGapDays = 28;

/**
 * SQL for the flags up to `until`. A flag is a Sunday on which a customer entered a tier. Each flag
 * has the notice that followed within 60 days.
 */
export const tierFlagsSql = (until: Day) => sql`
  select f.institution_id, f.day, f.tier, f.chance60, f.patterns, c.noticed_on, c.reason
  from (
    select institution_id, day, tier, chance60, patterns, lag(day) over (partition by institution_id order by day) as before
    from churn_prediction where tier is not null and extract(dow from day) = 0 and day <= ${until}::date
  ) f
  left join churn_event c on c.institution_id = f.institution_id and c.taken_back_at is null
    and c.noticed_on >= f.day and c.noticed_on < f.day + ${predictionHorizonDays}::integer
  where f.before is null or f.day - f.before > ${episodeGapDays}::integer`;

/**
 * Counts the last flags with a known outcome, and the flagged customers that left. Returns `null`
 * before the first flag with a known outcome.
 */
export async function countRecentFlagOutcomes(
  queries: Queries,
  today: Day,
): Promise<{ flagged: number; left: number; until: Day } | null> {
  const { rows } = await sql<{ flagged: number; left: number; until: Day | null }>`
    select count(*)::integer as flagged, count(noticed_on)::integer as left, max(day) as until
    from (select * from (${tierFlagsSql(addDays(today, -predictionHorizonDays))}) f order by day desc, institution_id limit ${headlineFlagSampleSize}) last`.execute(
    queries,
  );
  const [found] = rows;
  return found === undefined || found.until === null
    ? null
    : { flagged: found.flagged, left: found.left, until: found.until };
}

/**
 * Returns a cache version that changes with predictions, losses, models, and work on customers. The
 * work shows which customers were contacted.
 */
export const qualityCacheVersion = async (queries: Queries): Promise<string> =>
  `${await predictionsCacheVersion(queries)} ${await riskEpisodesCacheVersion(queries)}`;
