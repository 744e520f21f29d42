import { runInInstitutionPieces } from '#server/scoring/institution-range-queries.ts';
import { checkCountAgainstUsual, checkShareAgainstUsual } from '../steps/checks.ts';
import { countSourceRows, earlierCheckValues } from '../steps/checks-queries.ts';
import type { StepResult } from '../steps/runs-queries.ts';
import { type StepContext, StepStopped } from '../steps/step.ts';
import { findWeeksToGather, gatherWeeklyActivity } from './facts-queries.ts';

/**
 * Number of weeks gathered in one transaction, so that each transaction of the first run is short.
 */
const weeksAtOnce = 8;

/**
 * Checks the incoming data. Gathers the activity of customers for each official week that was not
 * gathered yet.
 */
export async function runGatherActivityStep({
  queries,
  day,
  timeZone,
  clock,
  transact,
  progress,
  signal,
}: StepContext): Promise<StepResult> {
  const counts = await countSourceRows(queries, day, timeZone);
  const before = await earlierCheckValues(queries, 'extract', day);
  const past = (key: string) => before.get(key) ?? [];
  const count = (key: keyof typeof counts, name: string, isNeeded = false) =>
    checkCountAgainstUsual(key, name, Number(counts[key]), past(key), isNeeded);
  const checks = [
    count('live', 'Live customers', true),
    count('scored', 'Customers scored in the last official week', true),
    count('usageRows', 'Weekly usage figures', true),
    count('feeds', 'Connections that reported', true),
    count('tickets', 'Tickets in the last 28 days'),
    count('deals', 'Open deals'),
    count('losses', 'Losses in the last 12 weeks'),
    checkShareAgainstUsual(
      'unscored',
      'Live customers without a score',
      counts.unscored,
      counts.live,
      past('unscored'),
    ),
    checkShareAgainstUsual(
      'withoutGoLive',
      'Live customers without a go-live date',
      counts.withoutGoLive,
      counts.live,
      past('withoutGoLive'),
    ),
    checkShareAgainstUsual(
      'lateFeeds',
      'Locations with a late connection',
      counts.lateFeeds,
      counts.lateFeeds + counts.feeds,
      past('lateFeeds'),
    ),
  ];
  if (counts.week === null) throw new StepStopped('No official week has ended yet.', checks);
  const stops = checks.filter(({ verdict }) => verdict === 'stop');
  if (stops.length > 0)
    throw new StepStopped(
      `Not enough data arrived: ${stops.map(({ name }) => name.toLowerCase()).join(', ')}.`,
      checks,
    );

  const weeks = await findWeeksToGather(queries, day);
  let rowsOut = 0;
  for (let at = 0; at < weeks.length; at += weeksAtOnce) {
    signal.throwIfAborted();
    await progress(at, weeks.length, 'weeks gathered');
    await runInInstitutionPieces(transact, async (transaction, range) => {
      rowsOut += await gatherWeeklyActivity(
        transaction,
        weeks.slice(at, at + weeksAtOnce),
        range,
        clock(),
      );
    });
  }
  return {
    rowsIn: counts.usageRows + counts.feeds + counts.tickets + counts.deals,
    rowsOut,
    rejects: counts.unscored,
    checks,
  };
}
