import { sql } from 'kysely';
import type { Database } from '#server/core/db/database.ts';
import { type ChurnFeatureValues, churnFeatures } from '#shared/churn/patterns/features.ts';
import { addDays, type Day, listWeekStartsUntil } from '#shared/core/dates.ts';
import { insertInstitution } from './factories.ts';
import { createScoreWeekRow, insertOfficialWeeks } from './score-week.ts';

/** Returns a pseudo-random number that is the same in every run. */
function noise(...parts: number[]): number {
  let mixed = parts.reduce((sum, part) => Math.imul(sum ^ part, 0x9e3779b1) ^ (sum >>> 13), 4_711);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
}

export interface InsertedChurnWorld {
  /** Sundays with features, oldest first. */
  days: Day[];
  institutions: number;
  /** Customers that resemble the customers that left, but have not given notice. */
  inTrouble: number[];
}

/**
 * Inserts customers with features in the format of the pipeline. Some customers get into trouble,
 * and most of these give notice some weeks later. A few others leave without any sign. With
 * `isLearnable` `false`, the features contain no information.
 */
export async function insertChurnWorld(
  database: Database,
  {
    until,
    institutions = 160,
    weeks = 44,
    isLearnable = true,
  }: { until: Day; institutions?: number; weeks?: number; isLearnable?: boolean },
): Promise<InsertedChurnWorld> {
  const starts = listWeekStartsUntil(addDays(until, -7), weeks + 12);
  const days = starts.slice(12).map((week) => addDays(week, 7));
  const queries = database.background;
  await insertOfficialWeeks(queries, starts);
  const inTrouble: number[] = [];
  const rows: { institution_id: number; day: Day; known: (number | null)[] }[] = [];
  for (let id = 1; id <= institutions; id += 1) {
    await insertInstitution(database, { institution_id: id });
    const isTroubled = noise(id, 1) < 0.45;
    const begins = Math.floor(noise(id, 2) * weeks);
    const leaves = isTroubled ? noise(id, 3) < 0.75 : noise(id, 4) < 0.04;
    const noticeWeek = begins + 3 + Math.floor(noise(id, 5) * 5);
    const noticed = leaves && noticeWeek < weeks ? addDays(days[noticeWeek] ?? until, 2) : null;
    if (noticed !== null && noticed < until)
      await queries
        .insertInto('churn_event')
        .values({
          institution_id: id,
          noticed_on: noticed,
          effective_on: addDays(noticed, 30),
          reason: 'Price or terms',
        })
        .execute();
    if (isTroubled && (noticed === null || noticed >= until) && begins < weeks) inTrouble.push(id);
    for (const [at, day] of days.entries()) {
      if (noticed !== null && noticed < day) break;
      const trouble = isLearnable && isTroubled && at >= begins ? Math.min(6, at - begins + 1) : 0;
      rows.push({ institution_id: id, day, known: knownIn(id, at, trouble) });
    }
    await queries
      .insertInto('score_version')
      .values(
        starts
          .slice(-1)
          .map((week_start) => createScoreWeekRow({ institution_id: id, week_start })),
      )
      .execute();
  }
  for (let at = 0; at < rows.length; at += 1_000)
    await sql`insert into churn_feature select f.* from jsonb_populate_recordset(null::churn_feature, ${JSON.stringify(rows.slice(at, at + 1_000))}::jsonb) f`.execute(
      queries,
    );
  return { days, institutions, inTrouble };
}

function knownIn(id: number, at: number, trouble: number): (number | null)[] {
  const known: Partial<ChurnFeatureValues> = {
    score: 85 - 9 * trouble - 10 * noise(id, at, 6),
    scoreChange: -4 * trouble,
    weeksDeclining: trouble,
    weeksAtRisk: Math.max(0, trouble - 3),
    unusedProducts: Math.floor(trouble / 2),
    weeksUnused: 0,
    weeksSilent: 0,
    useRatio: 1 - 0.09 * trouble + 0.1 * (noise(id, at, 7) - 0.5),
    bookingsRatio: 1 - 0.08 * trouble + 0.2 * (noise(id, at, 8) - 0.5),
    peerBookingsRatio: 1,
    tickets: Math.floor(trouble / 2),
    ticketsBefore: 0,
    usualTickets: 0.4,
    urgentTickets: Math.floor(trouble / 3),
    tenureDays: 400 + 7 * at,
    coverage: 1,
  };
  return churnFeatures.map(({ key }) => known[key] ?? null);
}
