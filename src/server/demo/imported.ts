import type { Database } from '#server/core/db/database.ts';
import { createRandom } from '#server/core/seeded-random.ts';
import { invalidatePracticeList } from '#server/institutions/queries.ts';
import type { Day } from '#shared/core/dates.ts';
import {
  countImportedWithoutUsage,
  findImportedWithoutUsage,
  type ImportedInstitution,
  insertMissingEntitlements,
  removeUnfinishedUsage,
  saveGoLiveAndType,
} from './queries.ts';
import { practiceTypeFromName } from './rules.ts';
import { createDemoCalendar, type DemoCalendar } from './world/calendar.ts';
import { simulateCustomerUntilToday } from './world/life.ts';
import { findPracticeTypeModel } from './world/practice-types.ts';
import { drawSilentPeriods, weeklyOutageProbabilities } from './world/silent-periods.ts';
import {
  feedWeekColumns,
  feedWeekCopyLines,
  usageDailyColumns,
  usageDailyCopyLines,
  usageWeekColumns,
  usageWeekCopyLines,
} from './world/usage.ts';
import type { SimulatedCustomer, SimulatedLocation } from './world/world.ts';

export interface UsageGenerationOptions {
  today: Day;
  weeks: number;
  seed?: string;
  /** Number of institutions that are held in memory and written at once. */
  atOnce?: number;
  onProgress?: (done: number, total: number) => void;
}

export interface GeneratedUsageCounts {
  institutions: number;
  locations: number;
  usageWeeks: number;
}

/**
 * Generates usage for imported institutions without usage, so that real practices can be scored.
 * Keeps imported data. Generates entitlements and practice types only where they are missing. Each
 * batch ends with its weekly usage, so an interrupted run continues after the last complete batch.
 */
export async function generateUsageForImported(
  database: Database,
  options: UsageGenerationOptions,
): Promise<GeneratedUsageCounts> {
  const { seed = 'chairside', atOnce = 1000, onProgress = () => {} } = options;
  const calendar = createDemoCalendar(options.today, options.weeks);
  const total = await countImportedWithoutUsage(database.background);
  const laid: GeneratedUsageCounts = { institutions: 0, locations: 0, usageWeeks: 0 };
  let after = 0;
  for (;;) {
    onProgress(laid.institutions, total);
    const part = await findImportedWithoutUsage(database.background, after, atOnce);
    const last = part.at(-1);
    if (last === undefined) return laid;
    after = last.institutionId;
    const customers = part.map((institution) => liveImported(calendar, seed, institution));
    await database.background.transaction().execute(async (transaction) => {
      await removeUnfinishedUsage(transaction, part);
      await saveGoLiveAndType(
        transaction,
        customers.map(({ institutionId, goLive, typeName }) => ({
          institutionId,
          goLiveOn: calendar.dayAt(goLive),
          typeName,
        })),
      );
      await invalidatePracticeList(transaction);
      const unsold = new Set(
        part
          .filter(({ entitlements }) => entitlements.length === 0)
          .map(({ institutionId }) => institutionId),
      );
      await insertMissingEntitlements(
        transaction,
        customers
          .filter(({ institutionId }) => unsold.has(institutionId))
          .flatMap(({ institutionId, life }) =>
            life.products.map(({ product, from, to }) => ({
              institution_id: institutionId,
              product,
              valid_from: calendar.dayAt(from),
              valid_to: to === null ? null : calendar.dayAt(to),
            })),
          ),
      );
    });
    const source = { calendar, seed, customers };
    await database.copyIn('feed_week', feedWeekColumns, feedWeekCopyLines(source));
    await database.copyIn('usage_daily', usageDailyColumns, usageDailyCopyLines(source));
    laid.usageWeeks += await database.copyIn(
      'usage_week',
      usageWeekColumns,
      usageWeekCopyLines(source),
    );
    laid.institutions += part.length;
    laid.locations += customers.reduce((sum, customer) => sum + customer.locations.length, 0);
  }
}

interface LaidCustomer extends SimulatedCustomer {
  goLive: number;
  typeName: string | null;
}

function liveImported(
  calendar: DemoCalendar,
  seed: string,
  institution: ImportedInstitution,
): LaidCustomer {
  const random = createRandom(seed, 'imported', institution.institutionId);
  const today = calendar.indexOf(calendar.today);
  const stated = institution.goLiveOn === null ? today : calendar.indexOf(institution.goLiveOn);
  // With a recent go-live date, all customers would be in grace and have no scores.
  const goLive =
    stated < today - 1
      ? stated
      : today - (random.chance(0.06) ? random.integer(2, 179) : random.integer(180, 2500));
  const typeName = institution.practiceType ?? practiceTypeFromName(institution.name);
  const practiceType = findPracticeTypeModel(typeName);
  const entitlements = institution.entitlements.map(({ product, from, to }) => ({
    product,
    from: from === '-infinity' ? goLive : calendar.indexOf(from),
    to: to === null ? null : calendar.indexOf(to),
  }));
  const life = simulateCustomerUntilToday({
    calendar,
    random,
    goLive,
    locations: institution.locations.length,
    practiceType,
    immortal: true,
    ...(entitlements.length > 0 ? { entitlements } : {}),
  });
  const outages = drawSilentPeriods(random, calendar, goLive, weeklyOutageProbabilities.customer);
  const locations = institution.locations.map((location): SimulatedLocation => {
    return {
      locationId: location.locationId,
      opened:
        location.openedOn === null ? goLive : Math.max(calendar.indexOf(location.openedOn), goLive),
      closed: location.closedOn === null ? null : calendar.indexOf(location.closedOn),
      share: institution.locations.length === 1 ? 1 : Math.exp(random.normal(-0.03, 0.28)),
      silent: [
        ...outages,
        ...drawSilentPeriods(random, calendar, goLive, weeklyOutageProbabilities.location),
      ],
      outage: null,
    };
  });
  return {
    institutionId: institution.institutionId,
    practiceType,
    typeName,
    life,
    locations,
    goLive,
  };
}
