import { createRandom, type SeededRandom } from '#server/core/seeded-random.ts';
import type { Day } from '#shared/core/dates.ts';
import { createDemoCalendar, type DemoCalendar } from './calendar.ts';
import { createFictionalPhone, loadMetroZipCodes, type ZipCodeSampler } from './cities.ts';
import { type CustomerSizeModel, demoSizeMix, singleLocationSize } from './customer-sizes.ts';
import { type SimulatedCustomerState, simulateCustomerUntilToday } from './life.ts';
import { createGroupName, practiceName, streetAddress, webAddressSlug } from './names.ts';
import { type PracticeTypeModel, practiceTypeModels } from './practice-types.ts';
import {
  createVendorOutagePeriods,
  drawSilentPeriods,
  type SilentPeriod,
  weeklyOutageProbabilities,
} from './silent-periods.ts';

/** Facts about a location for the usage model. All days are day numbers of the calendar. */
export interface SimulatedLocation {
  locationId: number;
  opened: number;
  closed: number | null;
  /** Activity relative to the customer's other locations, where 1 is average. */
  share: number;
  silent: readonly SilentPeriod[];
  /**
   * Days on which the location does not report because of an outage of many connections to its EHR;
   * `null` without such an outage.
   */
  outage: SilentPeriod | null;
}

export interface SimulatedCustomer {
  institutionId: number;
  practiceType: PracticeTypeModel;
  life: SimulatedCustomerState;
  locations: readonly SimulatedLocation[];
}

export interface DemoLocation extends SimulatedLocation {
  closed: number | null;
  silent: SilentPeriod[];
  name: string;
  streetAddress: string;
  city: string;
  state: string;
  zip: string;
  phone: string;
  latitude: number | null;
  longitude: number | null;
  ehr: string;
  onlineBookingLink: string | null;
}

export interface DemoInstitution extends SimulatedCustomer {
  name: string;
  slug: string;
  created: number;
  churned: number | null;
  metro: number;
  locations: DemoLocation[];
}

export interface DemoWorld {
  /**
   * Calendar up to the day on which the demo starts. Day numbers are counted from the calendar's
   * first week and continue after the start.
   */
  calendar: DemoCalendar;
  cities: ZipCodeSampler;
  seed: string;
  institutions: DemoInstitution[];
  activeLocations: number;
}

export interface DemoWorldOptions {
  today: Day;
  /** Scale of the demo; 1 is the full size. */
  scale?: number;
  seed?: string;
  weeks?: number;
  firstInstitutionId?: number;
  firstLocationId?: number;
  /** ZIP codes that several worlds share. */
  cities?: ZipCodeSampler;
}

export const fullDemoLocationCount = 4429;

/**
 * Creates the customers that are active on `today` and the customers that left in the preceding
 * weeks. Customers are generated and simulated until the required number of them is still active.
 * The simulation therefore decides which customers leave.
 */
export function createDemoWorld(options: DemoWorldOptions): DemoWorld {
  const drawing = createDemoWorldStepwise(options);
  for (;;) {
    const { done, value } = drawing.next();
    if (done) return value;
  }
}

/**
 * Creates the world like `createDemoWorld`. Yields after each customer, so that a server can do other
 * work.
 */
export function* createDemoWorldStepwise(
  options: DemoWorldOptions,
): Generator<undefined, DemoWorld> {
  const { seed = 'chairside', scale = 1, weeks = 60 } = options;
  const calendar = createDemoCalendar(options.today, weeks);
  const cities = options.cities ?? loadMetroZipCodes();
  const wanted = Math.round(fullDemoLocationCount * scale);
  const institutions: DemoInstitution[] = [];
  const today = calendar.indexOf(calendar.today);
  let activeLocations = 0;

  const draw = (size: CustomerSizeModel): boolean => {
    const random = createRandom(seed, 'institution', institutions.length);
    const institution = createRandomInstitution(random, calendar, cities, size);
    institutions.push(institution);
    const active = institution.locations.filter(
      (location) => location.closed === null || location.closed > today,
    ).length;
    activeLocations += active;
    return active > 0;
  };
  for (const { size, active } of demoSizeMix)
    for (let left = Math.round(active * scale); left > 0; ) {
      if (draw(size)) left--;
      yield;
    }
  while (activeLocations < wanted) {
    draw(singleLocationSize);
    yield;
  }

  institutions.sort((left, right) => left.created - right.created);
  let locationId = options.firstLocationId ?? 10_001;
  for (const [index, institution] of institutions.entries()) {
    institution.institutionId = (options.firstInstitutionId ?? 1001) + index;
    for (const location of institution.locations) location.locationId = locationId++;
  }
  breakConnections(seed, institutions, today);
  return { calendar, cities, seed, institutions, activeLocations };
}

/**
 * Returns a customer in its state on the day on which the demo starts. If the customer goes live
 * later, returns its state on the go-live day.
 */
export function createRandomInstitution(
  random: SeededRandom,
  calendar: DemoCalendar,
  cities: ZipCodeSampler,
  size: CustomerSizeModel,
  goLive?: number,
): DemoInstitution {
  const today = goLive ?? calendar.indexOf(calendar.today);
  const practiceType = random.weighted(
    practiceTypeModels.map((type) => ({
      type,
      weight: size.larger ? type.largerWeight : type.weight,
    })),
  ).type;
  const created =
    goLive ??
    today -
      (random.chance(0.062)
        ? random.integer(2, 179)
        : 180 + Math.floor(2600 * random.next() ** 1.3));
  const count = size.locations(random);
  const metro = cities.metro(random);
  const home = cities.near(random, metro, size.spread);
  const name =
    count > 12
      ? createGroupName(random, practiceType)
      : practiceName(random, practiceType, home.city);
  const slug = webAddressSlug(name);
  const life = simulateCustomerUntilToday({
    calendar,
    random,
    goLive: created,
    locations: count,
    practiceType,
  });
  const churned = life.notice && life.notice.effective <= today ? life.notice.effective : null;
  const customerOutages = drawSilentPeriods(
    random,
    calendar,
    created,
    weeklyOutageProbabilities.customer,
  );
  const ehr = random.pick(practiceType.ehrs);
  const hasBooking = life.products.some(({ product }) => product === 'onlineBooking');
  const bookingHost = random.chance(0.12)
    ? 'book.chairside.example'
    : 'https://book.chairside.example';

  const cityNames = new Set<string>();
  const locations = Array.from({ length: count }, (_, index): DemoLocation => {
    const place =
      index === 0
        ? home
        : cities.near(
            random,
            count > 20 && random.chance(0.4) ? cities.metro(random) : metro,
            size.spread,
          );
    const street = streetAddress(random);
    const area = cityNames.has(place.city)
      ? `${place.city} ${street.replace(/^\d+ |, Suite .*$/g, '')}`
      : place.city;
    cityNames.add(place.city);
    const plotted = !random.chance(0.02);
    const laterBy = index > 0 && random.chance(0.2) ? random.integer(20, 500) : 0;
    const opened = Math.min(created + laterBy, Math.max(created, today - 7));
    const closesAlone = index > 1 && random.chance(0.025) && today - opened > 300;
    return {
      locationId: 0,
      opened,
      closed: churned ?? (closesAlone ? random.integer(today - 250, today - 5) : null),
      share: count === 1 ? 1 : Math.exp(random.normal(-0.03, 0.28)),
      silent: [
        ...customerOutages,
        ...drawSilentPeriods(random, calendar, opened, weeklyOutageProbabilities.location),
        ...(ehr === 'Open Dental' && random.chance(0.3) ? createVendorOutagePeriods(calendar) : []),
      ],
      outage: null,
      name: count === 1 ? name : `${name} - ${area}`,
      streetAddress: street,
      city: place.city,
      state: place.state,
      zip: place.zip,
      phone: createFictionalPhone(random, place.state),
      latitude: plotted ? rounded(place.latitude + random.normal(0, 0.008)) : null,
      longitude: plotted ? rounded(place.longitude + random.normal(0, 0.01)) : null,
      ehr: random.chance(0.04) ? random.pick(practiceType.ehrs) : ehr,
      onlineBookingLink:
        hasBooking && !random.chance(0.05)
          ? `${bookingHost}/${slug}${index === 0 ? '' : `-${index + 1}`}`
          : null,
    };
  });
  return { institutionId: 0, name, slug, practiceType, created, churned, metro, life, locations };
}

const rounded = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;

/**
 * Number of days before and after the start of the demo on which one EHR is unreachable in one
 * state.
 */
const outageDays = { before: 6, after: 3 };

/**
 * Minimum number of customers that use the EHR in the state. With fewer customers, an outage would
 * look like chance.
 */
const fewestOut = 5;

/**
 * Starts an outage some days before the demo starts. Chooses the EHR and state that together have
 * the most customers. Affects about 80% of these customers.
 */
function breakConnections(
  seed: string,
  institutions: readonly DemoInstitution[],
  today: number,
): void {
  const settled = institutions.flatMap((institution) =>
    institution.locations
      .filter(
        ({ opened, closed }) =>
          opened < today - 60 && (closed === null || closed > today + outageDays.after),
      )
      .map((location) => ({ institution, location })),
  );
  const groups = [
    ...Map.groupBy(settled, ({ location: { ehr, state } }) => `${ehr} in ${state}`),
  ].map(([name, members]) => {
    return {
      name,
      members,
      customers: new Set(members.map(({ institution }) => institution)).size,
    };
  });
  groups.sort(
    (one, other) => other.customers - one.customers || one.name.localeCompare(other.name),
  );
  const [largest] = groups;
  if (largest === undefined || largest.customers < fewestOut) return;
  for (const { institution, location } of largest.members)
    if (createRandom(seed, 'outage', institution.institutionId).chance(0.8))
      location.outage = { from: today - outageDays.before, to: today + outageDays.after };
}
