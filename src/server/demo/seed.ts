import type { Insertable } from 'kysely';
import { dayIn } from '#shared/dates.ts';
import type { Database } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';
import type { Clock } from '../dependencies.ts';
import { demoArticles } from './articles.ts';
import { demoContacts, demoDeals, demoOwners, demoTickets, instantOf } from './crm.ts';
import { demoDirectory } from './directory.ts';
import { type Counts, finishDemo, finishedDemo, firstFreeIds, loadRows, refreshStatistics, removeUnfinishedDemo } from './queries.ts';
import {
  feedWeekColumns,
  feedWeekLines,
  type UsageSource,
  usageDailyColumns,
  usageDailyLines,
  usageWeekColumns,
  usageWeekLines,
} from './usage.ts';
import { createWorld, type World } from './world.ts';

export interface SeedOptions {
  timeZone: string;
  /** Share of the work done, out of 100, and what comes next. */
  onProgress?: (done: number, total: number, note: string) => void;
  /** Part of the whole demo, for tests; 1 is 4,429 practices. */
  scale?: number;
  seed?: string;
}

/**
 * Fills the database with the demo's customers, relative to today in the business time zone. Does nothing when
 * they are there; what a killed run left behind is removed first. Answers the number of rows of each kind.
 */
export async function seedDemo(database: Database, clock: Clock, options: SeedOptions): Promise<Counts> {
  const finished = await finishedDemo(database.jobs);
  if (finished) return finished;
  const { scale = 1, onProgress = () => {} } = options;
  const today = dayIn(options.timeZone, clock());

  onProgress(0, 100, 'inventing practices');
  await removeUnfinishedDemo(database);
  const world = createWorld({ today, scale, ...(options.seed ? { seed: options.seed } : {}), ...(await firstFreeIds(database.jobs)) });
  onProgress(8, 100, 'customers');
  const counts: Counts = {
    institutions: await loadRows(database, 'institution', institutionRows(world)),
    locations: await loadRows(database, 'location', locationRows(world)),
    entitlements: await loadRows(database, 'entitlement', entitlementRows(world)),
    churnEvents: await loadRows(database, 'churn_event', churnRows(world)),
    contacts: await loadRows(database, 'contact', demoContacts(world)),
    deals: await loadRows(database, 'crm_deal', demoDeals(world)),
    tickets: await loadRows(database, 'crm_ticket', demoTickets(world)),
  };

  const source: UsageSource = { calendar: world.calendar, seed: world.seed, customers: world.institutions };
  const weeks = world.calendar.officialWeeks + 1;
  const note = `${world.calendar.officialWeeks} weeks of usage`;
  const reported = (parts: Iterable<string>, count: number, from: number, to: number) =>
    withProgress(parts, count, (share) => onProgress(Math.round(from + share * (to - from)), 100, note));
  const usageWeeks = reported(usageWeekLines(source), weeks, 14, 72);
  counts.usageWeeks = await database.copyIn('usage_week', usageWeekColumns, usageWeeks, { keysLast: true });
  const usageDays = reported(usageDailyLines(source), world.institutions.length, 72, 88);
  counts.usageDays = await database.copyIn('usage_daily', usageDailyColumns, usageDays, { keysLast: true });
  const feedWeeks = reported(feedWeekLines(source), weeks, 88, 95);
  counts.feedWeeks = await database.copyIn('feed_week', feedWeekColumns, feedWeeks, { keysLast: true });

  onProgress(95, 100, 'directory');
  const directory = demoDirectory(world, scale);
  const owners = demoOwners(world.seed);
  const articles = demoArticles(today);
  Object.assign(counts, {
    places: directory.places.length,
    prospects: directory.prospects.length,
    owners: owners.length,
    articles: articles.length,
  });
  await refreshStatistics(database);
  await finishDemo(database.jobs, { ...directory, owners, articles }, today, clock(), counts);
  onProgress(100, 100, 'done');
  return counts;
}

function* withProgress(parts: Iterable<string>, count: number, report: (share: number) => void): Generator<string> {
  let done = 0;
  for (const part of parts) {
    report(done / count);
    done += 1;
    yield part;
  }
}

type Row<Table extends keyof Schema> = Insertable<Schema[Table]>;

function institutionRows({ calendar, institutions }: World): Row<'institution'>[] {
  return institutions.map((institution) => ({
    institution_id: institution.institutionId,
    name: institution.name,
    practice_type: institution.practiceType.name,
    created_on: calendar.dayAt(institution.created),
    go_live_on: calendar.dayAt(institution.created),
    churned_on: institution.churned === null ? null : calendar.dayAt(institution.churned),
    source: 'demo',
    updated_at: instantOf(calendar.lastReportedDay),
  }));
}

function locationRows({ calendar, institutions }: World): Row<'location'>[] {
  return institutions.flatMap((institution) =>
    institution.locations.map((location) => ({
      institution_id: institution.institutionId,
      location_id: location.locationId,
      name: location.name,
      street_address: location.streetAddress,
      city: location.city,
      state: location.state,
      zip: location.zip,
      phone: location.phone,
      latitude: location.latitude,
      longitude: location.longitude,
      practice_type: institution.practiceType.name,
      ehr: location.ehr,
      online_booking_link: location.onlineBookingLink,
      opened_on: calendar.dayAt(location.opened),
      closed_on: location.closed === null ? null : calendar.dayAt(location.closed),
      updated_at: instantOf(calendar.lastReportedDay),
    })),
  );
}

/** A customer that left is entitled to nothing from the day it left. */
function entitlementRows({ calendar, institutions }: World): Row<'entitlement'>[] {
  return institutions.flatMap((institution) =>
    institution.life.products.map(({ product, from, to }) => {
      const end = to ?? institution.churned;
      return {
        institution_id: institution.institutionId,
        product,
        valid_from: calendar.dayAt(from),
        valid_to: end === null ? null : calendar.dayAt(Math.min(end, institution.churned ?? end)),
      };
    }),
  );
}

/** A notice that has not taken effect yet is an event of a customer that is still active. */
function churnRows({ calendar, institutions }: World): Row<'churn_event'>[] {
  return institutions.flatMap(({ institutionId, life: { notice } }) =>
    notice === null
      ? []
      : [
          {
            institution_id: institutionId,
            noticed_on: calendar.dayAt(notice.day),
            effective_on: calendar.dayAt(notice.effective),
            reason: notice.reason,
          },
        ],
  );
}
