import { createRandom, type SeededRandom } from '#server/core/seeded-random.ts';
import { contractsEndedByDeparture, createContractRows } from './world/contracts.ts';
import { createCustomerContacts, createDemoContacts, firstContactId } from './world/crm.ts';
import { selectCustomerSizeModel } from './world/customer-sizes.ts';
import { createDealSimulation } from './world/deals.ts';
import { customerDirectoryEntry } from './world/directory.ts';
import { addWeekEvents, isTicketBetweenGoLiveAndNotice, simulateWeekUsage } from './world/life.ts';
import { createLossRow } from './world/losses.ts';
import { simulateOnboardingChanges } from './world/onboarding.ts';
import { type EndOfDayRow, entitlementRow, institutionRow, locationRow } from './world/rows.ts';
import {
  computeFirstPossibleSilentWeek,
  drawOutage,
  weeklyOutageProbabilities,
} from './world/silent-periods.ts';
import {
  createFirstDayTickets,
  createNewTicketRows,
  firstTicketId,
  simulateOpenTicketChanges,
} from './world/tickets.ts';
import { createRandomInstitution, type DemoInstitution, type DemoWorld } from './world/world.ts';

/**
 * Simulates the weeks after the day on which the demo starts. The sequence has no end. The first
 * result is the rest of the week in which the demo starts. Each result contains the changes that a
 * week causes, including changes on later days. Also updates the customers in `world`. A week
 * depends only on earlier weeks, so the results are reproducible.
 */
export function* simulateFollowingWeeks(world: DemoWorld): Generator<EndOfDayRow[], never> {
  const { calendar, cities, institutions, seed } = world;
  const firstDay = calendar.indexOf(calendar.today);
  const firstWeek = calendar.officialWeeks;
  const deals = createDealSimulation(world);
  const stories = createFirstDayTickets(world);
  const restOfOnboarding = institutions
    .flatMap((one) => simulateOnboardingChanges(world, one))
    .filter(({ day }) => day >= firstDay);
  let ticketId = firstTicketId + stories.length;
  let contactId = firstContactId + createDemoContacts(world).length;
  let institutionId = 1 + Math.max(0, ...institutions.map((one) => one.institutionId));
  let locationId =
    1 +
    Math.max(
      0,
      ...institutions.flatMap(({ locations }) => locations.map((location) => location.locationId)),
    );
  /** Go-lives of new customers in the next week, each with its day and the size of the customer. */
  let arrivals: { day: number; size: ReturnType<typeof selectCustomerSizeModel> }[] = [];

  function welcome(day: number, size: ReturnType<typeof selectCustomerSizeModel>): EndOfDayRow[] {
    const random = createRandom(seed, 'institution', institutions.length);
    const institution = createRandomInstitution(random, calendar, cities, size, day);
    institution.institutionId = institutionId++;
    for (const location of institution.locations) location.locationId = locationId++;
    institutions.push(institution);
    const contacts = createCustomerContacts(seed, institution, contactId);
    contactId += contacts.length;
    const listed = customerDirectoryEntry(
      seed,
      institution,
      `demo-new-${institution.institutionId}`,
    );
    return [
      { day, table: 'institution', row: institutionRow(calendar, institution, day) },
      ...institution.locations.map(
        (one): EndOfDayRow => ({
          day,
          table: 'location',
          row: locationRow(calendar, institution, one, day),
        }),
      ),
      ...institution.life.products.map(
        (one): EndOfDayRow => ({
          day,
          table: 'entitlement',
          row: entitlementRow(calendar, institution, one),
        }),
      ),
      ...contacts.map((row): EndOfDayRow => ({ day, table: 'contact', row })),
      ...deals.welcome(institution),
      ...simulateOnboardingChanges(world, institution),
      ...(listed === undefined
        ? []
        : ([
            { day, table: 'place', row: listed.place },
            { day, table: 'place_link', row: listed.link },
          ] as const)),
    ];
  }

  function leave(institution: DemoInstitution, day: number): EndOfDayRow[] {
    institution.churned = day;
    const open = institution.locations.filter((location) => location.closed === null);
    for (const location of open) location.closed = day;
    const entitled = institution.life.products.filter(({ to }) => to === null || to > day);
    return [
      { day, table: 'institution', row: institutionRow(calendar, institution, day) },
      ...open.map(
        (one): EndOfDayRow => ({
          day,
          table: 'location',
          row: locationRow(calendar, institution, one, day),
        }),
      ),
      ...entitled.map(
        (one): EndOfDayRow => ({
          day,
          table: 'entitlement',
          row: entitlementRow(calendar, institution, one),
        }),
      ),
      ...contractsEndedByDeparture(world, institution, day).map(
        (row): EndOfDayRow => ({ day, table: 'contract', row }),
      ),
      ...deals.close(institution, day),
    ];
  }

  /** Returns the tickets, complaints and decisions of a week. */
  function events(institution: DemoInstitution, random: SeededRandom, week: number): EndOfDayRow[] {
    const { life } = institution;
    const had = { tickets: life.tickets.length, notice: life.notice };
    addWeekEvents(life, random, week);
    const tickets = life.tickets
      .slice(had.tickets)
      .filter((ticket) => isTicketBetweenGoLiveAndNotice(life, ticket));
    const changes = tickets.flatMap((ticket) =>
      createNewTicketRows(world, institution, ticketId++, ticket),
    );
    if (life.notice !== null && had.notice === null)
      changes.push({
        day: life.notice.day,
        table: 'churn_event',
        row: createLossRow(world, institution, life.notice),
      });
    return changes;
  }

  for (let week = firstWeek; ; week++) {
    const isFirst = week === firstWeek;
    const changes = isFirst
      ? [
          ...stories.flatMap((story) => simulateOpenTicketChanges(world, story, firstDay)),
          ...restOfOnboarding,
        ]
      : [];
    for (const { day, size } of arrivals) changes.push(...welcome(day, size));
    arrivals = [];
    for (const institution of institutions) {
      if (institution.churned !== null) continue;
      const { life } = institution;
      const random = createRandom(seed, 'week', institution.institutionId, week);
      if (!isFirst) {
        simulateWeekUsage(life, random, week);
        fallSilent(institution, random, week);
      }
      // The customers already have the events of the first week, unless the demo starts on a
      // Sunday.
      if (!isFirst || firstDay === week * 7) changes.push(...events(institution, random, week));
      changes.push(...deals.work(institution, random, week, isFirst ? firstDay : week * 7));
      const left = life.notice?.effective;
      const begun = {
        from: isFirst ? firstDay : week * 7,
        before: Math.min(left ?? Number.POSITIVE_INFINITY, week * 7 + 7),
      };
      for (const { day, row } of createContractRows(world, institution, begun))
        changes.push({ day, table: 'contract', row });
      if (left === undefined || left >= week * 7 + 7) continue;
      changes.push(...leave(institution, left));
      arrivals.push({
        day: week * 7 + 7 + random.integer(0, 6),
        size: selectCustomerSizeModel(institution.locations.length),
      });
    }
    yield changes;
  }
}

function fallSilent(institution: DemoInstitution, random: SeededRandom, week: number): void {
  if (week < computeFirstPossibleSilentWeek(institution.created)) return;
  const everywhere = drawOutage(random, week, weeklyOutageProbabilities.customer);
  for (const { silent } of institution.locations) {
    const here = drawOutage(random, week, weeklyOutageProbabilities.location);
    silent.push(...[everywhere, here].filter((outage) => outage !== undefined));
  }
}
