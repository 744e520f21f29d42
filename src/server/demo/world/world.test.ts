import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, weekday } from '#shared/core/dates.ts';
import { type ProductKey, products } from '#shared/core/products.ts';
import { loadMetroZipCodes } from './cities.ts';
import { createDemoDirectory } from './directory.ts';
import { createFirstDayTickets } from './tickets.ts';
import { feedWeekCopyLines, usageDailyCopyLines, usageWeekCopyLines } from './usage.ts';
import { createDemoWorld, type DemoWorld } from './world.ts';

const today = '2026-11-21';
const cities = loadMetroZipCodes();
const full = createDemoWorld({ today, cities });
const todayIndex = full.calendar.indexOf(today);

const rowsOf = (lines: Iterable<string>) =>
  [...lines]
    .join('')
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split('\t'));
const sourceOf = (world: DemoWorld) => ({
  calendar: world.calendar,
  seed: world.seed,
  customers: world.institutions,
});

describe('the whole demo', () => {
  it('has 4,429 active locations in about 2,400 active institutions', () => {
    const active = full.institutions
      .flatMap(({ locations }) => locations)
      .filter(({ closed }) => closed === null || closed > todayIndex);
    expect(active).toHaveLength(4429);
    const institutions = full.institutions.filter(({ locations }) =>
      locations.some(({ closed }) => closed === null || closed > todayIndex),
    );
    expect(institutions.length).toBeGreaterThan(2250);
    expect(institutions.length).toBeLessThan(2550);
    expect(institutions.every(({ churned }) => churned === null)).toBe(true);
  });

  it('fills the size tiers, and the main practice types of the smaller ones with enough peers', () => {
    const sizes = full.institutions
      .filter(({ churned }) => churned === null)
      .map(({ locations, practiceType }) => ({
        type: practiceType.name,
        size: locations.filter(({ closed }) => closed === null).length,
      }));
    expect(sizes.filter(({ size }) => size >= 21).length).toBeGreaterThanOrEqual(20);
    expect(sizes.filter(({ size }) => size >= 6 && size <= 20).length).toBeGreaterThanOrEqual(60);
    const small = Map.groupBy(
      sizes.filter(({ size }) => size === 1),
      ({ type }) => type,
    );
    expect(Math.min(...[...small.values()].map((group) => group.length))).toBeGreaterThan(40);
    expect(small.size).toBe(9);
  });

  it.each([['chairside'], ['another seed'], ['a third']])(
    'simulates at least 240 notices, seed %s',
    (seed) => {
      const world = seed === 'chairside' ? full : createDemoWorld({ today, seed, cities });
      const notices = world.institutions.flatMap(({ life }) => life.notice ?? []);
      expect(notices.length).toBeGreaterThanOrEqual(seed === 'chairside' ? 240 : 220);
      expect(notices.length).toBeLessThan(380);
      for (const { day, effective } of notices) {
        expect(day).toBeGreaterThanOrEqual(0);
        expect(day).toBeLessThan(todayIndex);
        expect(effective - day).toBeGreaterThanOrEqual(14);
      }
    },
  );

  it('lets most lost customers use less before their notice, but not all of them', () => {
    const used = (institution: DemoWorld['institutions'][number], week: number): number => {
      const top = institution.life.products.filter(
        ({ product, to }) => !products[product].parent && to === null,
      );
      return (
        top.reduce((sum, { factor }) => sum + Math.min(1, factor[week] ?? 0), 0) /
        Math.max(1, top.length)
      );
    };
    const grown = full.institutions.filter(({ created }) => created < -90);
    const leaving = grown.flatMap((institution) => {
      const week = institution.life.notice ? Math.floor(institution.life.notice.day / 7) - 2 : -1;
      return week < 0 ? [] : [used(institution, week)];
    });
    const staying = grown
      .filter(({ life }) => life.notice === null)
      .map((institution) => used(institution, 40));
    const share = (values: number[], below: number) =>
      values.filter((value) => value < below).length / values.length;
    expect(share(leaving, 0.5)).toBeGreaterThan(2 * share(staying, 0.5));
    expect(share(leaving, 0.75)).toBeLessThan(0.9);
    expect(share(leaving, 0.75)).toBeGreaterThan(share(staying, 0.75));
  });

  it('has more tickets before a notice than elsewhere', () => {
    const weeksBefore = (day: number, notice: number) => notice - day < 70 && notice > day;
    const noticed = full.institutions.flatMap(({ life }) =>
      life.notice && life.notice.day > 80 ? [{ life, notice: life.notice.day }] : [],
    );
    const before =
      noticed.flatMap(({ life, notice }) =>
        life.tickets.filter(({ day }) => weeksBefore(day, notice)),
      ).length /
      noticed.length /
      10;
    const others = full.institutions.filter(
      ({ life, created }) => life.notice === null && created < 0,
    );
    const usual = others.flatMap(({ life }) => life.tickets).length / others.length / 60;
    expect(before).toBeGreaterThan(1.3 * usual);
  });

  it('is in the United States, without coordinates for two in a hundred, and has only fictional phone numbers', () => {
    const locations = full.institutions.flatMap((institution) => institution.locations);
    const unplotted =
      locations.filter(({ latitude }) => latitude === null).length / locations.length;
    expect(unplotted).toBeGreaterThan(0.012);
    expect(unplotted).toBeLessThan(0.03);
    for (const { latitude, longitude, zip, phone, onlineBookingLink } of locations) {
      if (latitude !== null && longitude !== null) {
        expect(latitude).toBeGreaterThan(18);
        expect(latitude).toBeLessThan(72);
        expect(longitude).toBeGreaterThan(-180);
        expect(longitude).toBeLessThan(-66);
      }
      expect(latitude === null).toBe(longitude === null);
      expect(zip).toMatch(/^\d{5}$/);
      expect(phone).toMatch(/^\(\d{3}\) 555-01\d\d$/);
      expect(onlineBookingLink ?? 'book.chairside.example/').toMatch(
        /^(https:\/\/)?book\.chairside\.example\//,
      );
    }
    const directory = createDemoDirectory(full, 1);
    for (const { phone, website } of directory.places) {
      expect(phone ?? '(212) 555-0100').toMatch(/^\(\d{3}\) 555-01\d\d$/);
      expect(website ?? 'https://www.none.example').toMatch(/\.example$/);
    }
    expect(directory.places.length).toBeGreaterThan(2500);
    expect(directory.prospects).toHaveLength(400);
    expect(new Set(directory.links.map(({ institution_id }) => institution_id)).size).toBe(
      directory.links.length,
    );
  });

  it('has some thousand tickets, none before go-live or after the notice', () => {
    const tickets = createFirstDayTickets(full);
    expect(tickets.length).toBeGreaterThan(2500);
    for (const { life, created } of full.institutions)
      for (const { day } of life.tickets) {
        expect(day).toBeGreaterThanOrEqual(created);
        expect(day).toBeLessThanOrEqual(life.notice?.day ?? todayIndex - 1);
      }
  });
});

describe('usage of a small demo', () => {
  const anyDay = fc.integer({ min: 0, max: 800 }).map((days) => addDays('2025-06-01', days));

  it('lies between opening and closing, belongs to entitled products, and its weeks are the sums of their days', () => {
    fc.assert(
      fc.property(anyDay, fc.string(), (day, seed) => {
        const world = createDemoWorld({ today: day, seed, scale: 0.006, weeks: 12, cities });
        const { calendar } = world;
        const end = calendar.indexOf(day);
        const locations = new Map(
          world.institutions.flatMap((institution) =>
            institution.locations.map(
              (location) => [String(location.locationId), { institution, location }] as const,
            ),
          ),
        );
        const find = (id: string | undefined) => {
          const found = locations.get(id ?? '');
          if (!found) throw new Error(`No location ${id}`);
          return found;
        };
        const feeds = new Set(
          rowsOf(feedWeekCopyLines(sourceOf(world))).map(
            ([, location, week]) => `${location} ${week}`,
          ),
        );

        const sums = new Map<string, number>();
        for (const [institutionId, locationId, product, usageDay = '', value] of rowsOf(
          usageDailyCopyLines(sourceOf(world)),
        )) {
          const { institution, location } = find(locationId);
          const index = calendar.indexOf(usageDay);
          const entitlement = institution.life.products.find((life) => life.product === product);
          expect(Number(institutionId)).toBe(institution.institutionId);
          expect(index).toBeGreaterThanOrEqual(location.opened);
          expect(index).toBeLessThan(Math.min(end, location.closed ?? end));
          expect(index).toBeGreaterThanOrEqual(entitlement?.from ?? Number.POSITIVE_INFINITY);
          expect(index).toBeLessThan(entitlement?.to ?? end);
          const key = `${locationId} ${product} ${calendar.weekStarts[Math.floor(index / 7)]}`;
          sums.set(key, (sums.get(key) ?? 0) + Number(value));
        }

        const tail = calendar.weekStarts.slice(-3);
        for (const [, locationId, product = '', week = '', value] of rowsOf(
          usageWeekCopyLines(sourceOf(world)),
        )) {
          const { institution, location } = find(locationId);
          const start = calendar.indexOf(week);
          const entitlement = institution.life.products.find((life) => life.product === product);
          expect(weekday(week)).toBe(0);
          expect(start + 6).toBeGreaterThanOrEqual(
            Math.max(location.opened, entitlement?.from ?? Number.POSITIVE_INFINITY),
          );
          expect(start).toBeLessThan(Math.min(location.closed ?? end, entitlement?.to ?? end));
          expect(feeds.has(`${locationId} ${week}`)).toBe(true);
          if (products[product as ProductKey].unit === 'uses')
            expect(Number.isInteger(Number(value))).toBe(true);
          if (!tail.includes(week)) continue;
          expect(Number(value)).toBeCloseTo(
            sums.get(`${locationId} ${product} ${week}`) ?? Number.NaN,
            2,
          );
          sums.delete(`${locationId} ${product} ${week}`);
        }
        expect(sums.size).toBe(0);
      }),
      { numRuns: 12 },
    );
  });

  it('falls at Thanksgiving, and a whole feed can be silent', () => {
    const world = createDemoWorld({ today: '2026-12-22', scale: 0.1, weeks: 10, cities });
    const byWeek = new Map<string, number>();
    for (const [, , product, week = '', value] of rowsOf(usageWeekCopyLines(sourceOf(world))))
      if (product === 'reminders') byWeek.set(week, (byWeek.get(week) ?? 0) + Number(value));
    expect(byWeek.get('2026-11-22') ?? 0).toBeLessThan(0.75 * (byWeek.get('2026-11-15') ?? 0));
    const open = world.institutions
      .flatMap(({ locations }) => locations)
      .filter(({ opened, closed }) => opened < 0 && closed === null);
    const reports = Map.groupBy(
      rowsOf(feedWeekCopyLines(sourceOf(world))),
      ([, location]) => location,
    );
    const weeks = open.map(({ locationId }) => reports.get(String(locationId))?.length ?? 0);
    expect(Math.max(...weeks)).toBe(11);
    expect(weeks.filter((reported) => reported < 11).length / open.length).toBeGreaterThan(0.02);
    expect(weeks.reduce((sum, reported) => sum + reported, 0) / open.length).toBeGreaterThan(10.5);
  });

  it('contains nothing from today or later', () => {
    for (const day of ['2026-11-15', '2026-11-16', '2026-11-21']) {
      const world = createDemoWorld({ today: day, scale: 0.01, weeks: 4, cities });
      const days = rowsOf(usageDailyCopyLines(sourceOf(world))).map(
        ([, , , usageDay = '']) => usageDay,
      );
      const reports = rowsOf(feedWeekCopyLines(sourceOf(world))).map(([, , , last = '']) => last);
      expect(days.every((usageDay) => usageDay < day)).toBe(true);
      expect(reports.every((last) => last < day)).toBe(true);
      expect(days.some((usageDay) => usageDay >= addDays(day, -3))).toBe(true);
    }
  });
});
