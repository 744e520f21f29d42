import type { Clock } from '#server/core/clock/clock.ts';
import type { Database } from '#server/core/db/database.ts';
import type { Env } from '#server/core/env/env.ts';
import { withProgressBar } from '#server/core/progress.ts';
import type { Room } from '#server/core/registry.ts';
import { advanceOnboardingCases } from '#server/onboarding/refresh.ts';
import { scanForIncidents } from '#server/radar/radar.ts';
import { replaceProvisionalScores } from '#server/scoring/provisional.ts';
import { scorePastWeeks } from '#server/scoring/weeks.ts';
import { dayIn } from '#shared/core/dates.ts';
import { addMissingDemoDays, DemoGrowthRefused } from './grow.ts';
import {
  findDemoDecisionFacts,
  findDemoRowCounts,
  removeUnfinishedDemo,
  saveDemoDecision,
} from './queries.ts';
import { decideDemo } from './rules.ts';
import { seedDemo } from './seed.ts';
import { seedDemoWork } from './work/work.ts';

/**
 * Prepares the demo at the start of the server. The first start decides whether the database has a
 * demo. Later starts add the missing days. Prints a line for the user. Returns `true` when there is
 * a demo.
 */
export async function seedOrGrowDemo(
  database: Database,
  clock: Clock,
  env: Env,
  say: (line: string) => void,
): Promise<boolean> {
  const today = dayIn(env.BUSINESS_TIME_ZONE, clock());
  const { hasDemo, decision, line } = decideDemo({
    ...(await findDemoDecisionFacts(database.background)),
    asked: env.SEED,
    now: clock(),
  });
  if (line !== null) say(line);
  if (!hasDemo) {
    await removeUnfinishedDemo(database);
    if (decision !== null) await saveDemoDecision(database.background, decision);
    return false;
  }
  if ((await findDemoRowCounts(database.background)) === undefined) {
    await withProgressBar('Creating the demo practices', (update) =>
      seedDemo(database, clock, { timeZone: env.BUSINESS_TIME_ZONE, onProgress: update }),
    );
    return true;
  }
  try {
    await withProgressBar('Adding missing days     ', (update) =>
      addMissingDemoDays(database, today, { onProgress: update }),
    );
  } catch (error) {
    if (!(error instanceof DemoGrowthRefused)) throw error;
    say(error.message);
  }
  return true;
}

/**
 * Scores the demo's past weeks, unless an earlier start did, and creates the work of the demo's
 * users.
 */
export async function scoreAndPopulateDemo(
  database: Database,
  clock: Clock,
  { BUSINESS_TIME_ZONE: timeZone }: Env,
  rooms: readonly Room[],
): Promise<void> {
  const { weeks } = await withProgressBar('Scoring the history     ', (update) =>
    scorePastWeeks(database.background, clock, update, timeZone),
  );
  if (weeks > 0)
    await replaceProvisionalScores(database.background, dayIn(timeZone, clock()), clock);
  await seedDemoWork(database, clock, timeZone, rooms);
  if (weeks === 0) return;
  const businessDate = dayIn(timeZone, clock());
  await advanceOnboardingCases(database.background, businessDate);
  await scanForIncidents(database.background, {
    businessDate,
    now: clock(),
    signal: new AbortController().signal,
  });
}
