import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { addDays, type Day } from '#shared/core/dates.ts';
import { episodesVersion } from '../causes/queries.ts';
import { horizonDays } from '../predictions/horizon.ts';
import { predictionsVersion } from '../predictions/predictions-queries.ts';

/** How many flags the headline looks back on. */
export const headlineFlags = 60;
/** A customer that was in no tier for so long is flagged anew. */
const episodeGapDays = 28;

/** Each time a customer came into a tier on a Sunday until a day, with the notice within 60 days. */
export const flagsSql = (until: Day) => sql`
  select f.institution_id, f.day, f.tier, f.chance60, f.patterns, c.noticed_on, c.reason
  from (
    select institution_id, day, tier, chance60, patterns, lag(day) over (partition by institution_id order by day) as before
    from churn_prediction where tier is not null and extract(dow from day) = 0 and day <= ${until}::date
  ) f
  left join churn_event c on c.institution_id = f.institution_id and c.taken_back_at is null
    and c.noticed_on >= f.day and c.noticed_on < f.day + ${horizonDays}::integer
  where f.before is null or f.day - f.before > ${episodeGapDays}::integer`;

/** The last flags whose outcome is known, and how many of them left; null before there are any. */
export async function flagsUntil(queries: Queries, today: Day): Promise<{ flagged: number; left: number; until: Day } | null> {
  const { rows } = await sql<{ flagged: number; left: number; until: Day | null }>`
    select count(*)::integer as flagged, count(noticed_on)::integer as left, max(day) as until
    from (select * from (${flagsSql(addDays(today, -horizonDays))}) f order by day desc, institution_id limit ${headlineFlags}) last`.execute(
    queries,
  );
  const [found] = rows;
  return found === undefined || found.until === null ? null : { flagged: found.flagged, left: found.left, until: found.until };
}

/** Changes with predictions, losses and models, and with what people do, which tells the contacted apart. */
export const qualityVersion = async (queries: Queries): Promise<string> =>
  `${await predictionsVersion(queries)} ${await episodesVersion(queries)}`;
