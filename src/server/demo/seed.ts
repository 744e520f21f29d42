import type { Clock } from '#server/core/clock/clock.ts';
import type { Database } from '#server/core/db/database.ts';
import { dayIn } from '#shared/core/dates.ts';
import {
  analyzeDemoTables,
  copyRowsIntoTable,
  type DemoRowCounts,
  findDemoRowCounts,
  findFreeDemoIds,
  insertSharedRowsAndCompleteDemo,
  removeUnfinishedDemo,
} from './queries.ts';
import { createDemoArticles } from './world/articles.ts';
import { createContractRows } from './world/contracts.ts';
import { createDemoContacts, createDemoOwners } from './world/crm.ts';
import { createFirstDayDeals } from './world/deals.ts';
import { createDemoDirectory } from './world/directory.ts';
import { createLossRow } from './world/losses.ts';
import { onboardingRowsBefore } from './world/onboarding.ts';
import { entitlementRow, institutionRow, locationRow } from './world/rows.ts';
import { createMessagesBefore } from './world/ticket-messages.ts';
import { createDemoPipelines, createDemoStages, createFirstDayTickets } from './world/tickets.ts';
import {
  feedWeekColumns,
  feedWeekCopyLines,
  type UsageSimulationInput,
  usageDailyColumns,
  usageDailyCopyLines,
  usageWeekColumns,
  usageWeekCopyLines,
} from './world/usage.ts';
import { createDemoWorld, type DemoInstitution } from './world/world.ts';

export interface DemoSeedOptions {
  timeZone: string;
  /** Called with the progress from 0 to `total` and the name of the next step. */
  onProgress?: (done: number, total: number, note: string) => void;
  /** Scale of the demo. 1 creates 4,429 practices; tests use less. */
  scale?: number;
  seed?: string;
}

/**
 * Seeds the demo's customers, relative to today in the business time zone. Does nothing when the
 * demo is complete. First removes an incomplete demo. Returns the number of rows by kind.
 */
export async function seedDemo(
  database: Database,
  clock: Clock,
  options: DemoSeedOptions,
): Promise<DemoRowCounts> {
  const finished = await findDemoRowCounts(database.background);
  if (finished) return finished;
  const { scale = 1, seed = 'chairside', onProgress = () => {} } = options;
  const today = dayIn(options.timeZone, clock());

  onProgress(0, 100, 'inventing practices');
  await removeUnfinishedDemo(database);
  const firstIds = await findFreeDemoIds(database.background);
  const world = createDemoWorld({ today, scale, seed, ...firstIds });
  onProgress(8, 100, 'customers');
  const { calendar, institutions } = world;
  const yesterday = calendar.indexOf(calendar.lastReportedDay);
  const stories = createFirstDayTickets(world);
  const ofEach = <Made>(make: (institution: DemoInstitution) => Made[]) =>
    institutions.flatMap(make);
  const counts: DemoRowCounts = {
    institutions: await copyRowsIntoTable(
      database,
      'institution',
      institutions.map((one) => institutionRow(calendar, one, yesterday)),
    ),
    locations: await copyRowsIntoTable(
      database,
      'location',
      ofEach((one) =>
        one.locations.map((location) => locationRow(calendar, one, location, yesterday)),
      ),
    ),
    entitlements: await copyRowsIntoTable(
      database,
      'entitlement',
      ofEach((one) => one.life.products.map((product) => entitlementRow(calendar, one, product))),
    ),
    churnEvents: await copyRowsIntoTable(
      database,
      'churn_event',
      ofEach((one) =>
        one.life.notice === null ? [] : [createLossRow(world, one, one.life.notice)],
      ),
    ),
    contracts: await copyRowsIntoTable(
      database,
      'contract',
      ofEach((one) =>
        createContractRows(world, one, {
          from: Number.NEGATIVE_INFINITY,
          before: calendar.indexOf(today),
        }).map(({ row }) => row),
      ),
    ),
    contacts: await copyRowsIntoTable(database, 'contact', createDemoContacts(world)),
    deals: await copyRowsIntoTable(database, 'crm_deal', createFirstDayDeals(world)),
    tickets: await copyRowsIntoTable(
      database,
      'crm_ticket',
      stories.map(({ row }) => row),
    ),
    ticketMessages: await copyRowsIntoTable(
      database,
      'crm_ticket_message',
      stories.flatMap((story) => createMessagesBefore(world, story, calendar.indexOf(today))),
    ),
  };

  const onboarding = onboardingRowsBefore(world, calendar.indexOf(today));
  await copyRowsIntoTable(database, 'onboarding_case', onboarding.cases);
  counts.milestones = await copyRowsIntoTable(
    database,
    'onboarding_milestone',
    onboarding.milestones,
  );
  await copyRowsIntoTable(database, 'onboarding_blocker', onboarding.blockers);
  await copyRowsIntoTable(database, 'onboarding_pause', onboarding.pauses);

  const source: UsageSimulationInput = {
    calendar: world.calendar,
    seed: world.seed,
    customers: world.institutions,
  };
  const weeks = world.calendar.officialWeeks + 1;
  const note = `${world.calendar.officialWeeks} weeks of usage`;
  const reported = (parts: Iterable<string>, count: number, from: number, to: number) =>
    withProgress(parts, count, (share) =>
      onProgress(Math.round(from + share * (to - from)), 100, note),
    );
  const usageWeeks = reported(usageWeekCopyLines(source), weeks, 14, 72);
  counts.usageWeeks = await database.copyIn('usage_week', usageWeekColumns, usageWeeks, {
    keysLast: true,
  });
  const usageDays = reported(usageDailyCopyLines(source), world.institutions.length, 72, 88);
  counts.usageDays = await database.copyIn('usage_daily', usageDailyColumns, usageDays, {
    keysLast: true,
  });
  const feedWeeks = reported(feedWeekCopyLines(source), weeks, 88, 95);
  counts.feedWeeks = await database.copyIn('feed_week', feedWeekColumns, feedWeeks, {
    keysLast: true,
  });

  onProgress(95, 100, 'directory');
  const directory = createDemoDirectory(world, scale);
  const owners = createDemoOwners(world.seed);
  const articles = createDemoArticles(today);
  Object.assign(counts, {
    places: directory.places.length,
    prospects: directory.prospects.length,
    owners: owners.length,
    articles: articles.length,
  });
  await analyzeDemoTables(database);
  await insertSharedRowsAndCompleteDemo(
    database.background,
    {
      ...directory,
      owners,
      articles,
      pipelines: createDemoPipelines(),
      stages: createDemoStages(),
    },
    { firstDay: today, seed, scale, ...firstIds },
    clock(),
    counts,
  );
  onProgress(100, 100, 'done');
  return counts;
}

function* withProgress(
  parts: Iterable<string>,
  count: number,
  report: (share: number) => void,
): Generator<string> {
  let done = 0;
  for (const part of parts) {
    report(done / count);
    done += 1;
    yield part;
  }
}
