import type { Day } from '#shared/core/dates.ts';
import type { ProductKey } from '#shared/core/products.ts';
import type { HealthRules } from '#shared/core/scoring-rules.ts';
import type { HealthWorld, WorldInstitution, WorldLocation } from './health-world.ts';

/**
 * Score that this file computes as docs/scoring.md describes, one institution after another. The
 * file imports only types from the scoring code. Tests compare the scored tables with these scores.
 */
export interface OracleScore {
  sizeTier: string;
  locations: number;
  measured: number;
  inGrace: boolean;
  practiceType: string | null;
  products: Map<ProductKey, OracleProduct>;
  score: number | null;
  coverage: number;
  tier: string;
  zeroUsage: boolean;
  entitledFeatures: number;
  activeFeatures: number;
  previousScore: number | null;
  change: number | null;
  percent: number | null;
  tierChange: string;
  atRisk: boolean;
  weeksAtRisk: number;
  declining: number;
  improving: number;
  parts: [usage: number, peers: number, entitlements: number, locations: number] | null;
}

interface OracleProduct {
  entitled: boolean;
  usage: number;
  benchmark: number | null;
  expected: number | null;
  score: number | null;
  level: string | null;
  peers: number | null;
}

export type OracleWeek = Map<number, OracleScore>;

/**
 * Access to a location's usage and reports. Official weeks and the current week differ only in
 * their implementation of this access.
 */
export interface WeekUsageSource {
  asOf: Day;
  reported(location: WorldLocation): boolean;
  usage(location: WorldLocation, product: ProductKey): number;
}

const noise = 1e-9;
const productKeys: ProductKey[] = [
  'onlineBooking',
  'recalls',
  'waitlist',
  'forms',
  'payments',
  'messaging',
  'reminders',
  'reviews',
  'insurance',
];
const subProducts: ProductKey[] = ['recalls', 'waitlist'];
const wholeInstitution: ProductKey[] = ['reviews', 'insurance'];

export function createOfficialUsageSource(week: Day): WeekUsageSource {
  const four = [0, 7, 14, 21].map((days) => addDays(week, -days));
  return {
    asOf: weekEndOf(week),
    reported: (location) => location.feed[week] !== undefined,
    usage: (location, product) =>
      sum(
        location.usage
          .filter((row) => row.product === product && four.includes(row.week))
          .map((row) => row.value),
      ),
  };
}

export function createCurrentUsageSource(week: Day, asOf: Day): WeekUsageSource {
  return {
    asOf,
    reported: (location) =>
      Object.values(location.feed).some(
        (day) => day > addDays(asOf, -7) && daysBetween(day, weekEndOf(week)) >= 0,
      ),
    usage(location, product) {
      const last = location.feed[week];
      const days = last === undefined ? 0 : daysBetween(week, last < asOf ? last : asOf) + 1;
      return sum(
        location.usage
          .filter((row) => row.product === product)
          .map(({ week: of, value }) => {
            const age = daysBetween(of, week) / 7;
            return age < 0 || age > 4 ? 0 : age === 4 ? (value * (7 - days)) / 7 : value;
          }),
      );
    },
  };
}

const millisecondsPerDay = 86_400_000;
const addDays = (day: Day, count: number): Day =>
  new Date(Date.parse(day) + count * millisecondsPerDay).toISOString().slice(0, 10);
const daysBetween = (from: Day, to: Day): number =>
  (Date.parse(to) - Date.parse(from)) / millisecondsPerDay;
const weekEndOf = (week: Day): Day => addDays(week, 6);

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);
const holds = (from: Day | null, to: Day | null, day: Day): boolean =>
  (from === null || from <= day) && (to === null || to > day);

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const low = sorted[Math.floor(middle)] ?? Number.NaN;
  const high = sorted[Math.ceil(middle)] ?? Number.NaN;
  return (low + high) / 2;
}

const weightOf = (product: ProductKey, rules: HealthRules): number =>
  subProducts.includes(product) ? 0 : (rules.weights[product] ?? 1);

interface Customer {
  institution: WorldInstitution;
  locations: WorldLocation[];
  measured: WorldLocation[];
  sizeTier: string;
  inGrace: boolean;
  entitled: Set<ProductKey>;
}

function customers(world: HealthWorld, window: WeekUsageSource, rules: HealthRules): Customer[] {
  return world.institutions.flatMap((institution) => {
    const locations = institution.locations.filter((location) =>
      holds(location.openedOn, location.closedOn, window.asOf),
    );
    const { createdOn, goLiveOn } = institution;
    const goLive = goLiveOn ?? createdOn;
    if (!holds(createdOn ?? goLiveOn, institution.churnedOn, window.asOf) || locations.length === 0)
      return [];
    const { Medium, Large, Enterprise } = rules.sizeTierFrom;
    const count = locations.length;
    return [
      {
        institution,
        locations,
        measured: locations.filter(window.reported),
        sizeTier:
          count >= Enterprise
            ? 'Enterprise'
            : count >= Large
              ? 'Large'
              : count >= Medium
                ? 'Medium'
                : 'Small',
        inGrace: goLive !== null && daysBetween(goLive, window.asOf) <= rules.graceDays,
        entitled: new Set(
          institution.entitlements
            .filter(({ from, to }) => holds(from, to, window.asOf))
            .map(({ product }) => product),
        ),
      },
    ];
  });
}

function scoreOf(
  usage: number,
  benchmark: number | null,
  locations: number,
  product: ProductKey,
): number | null {
  if (benchmark === null || locations === 0) return null;
  const expected = wholeInstitution.includes(product) ? benchmark : benchmark * locations;
  return expected > 0 ? (100 * usage) / expected : null;
}

/** Computes one week. `before` is the previous official week with its rules. */
export function computeOracleWeek(
  world: HealthWorld,
  window: WeekUsageSource,
  rules: HealthRules,
  before: { week: OracleWeek; rules: HealthRules } | null,
): OracleWeek {
  const all = customers(world, window, rules);
  const usage = new Map(
    all.map((one) => [
      one,
      new Map(
        productKeys.map((product) => [
          product,
          sum(one.measured.map((place) => window.usage(place, product))),
        ]),
      ),
    ]),
  );
  const usageOf = (one: Customer, product: ProductKey): number => usage.get(one)?.get(product) ?? 0;

  const found = new Map<string, { level: string; peers: number; benchmark: number } | null>();
  function benchmarkFor(one: Customer, product: ProductKey) {
    const group = `${product} ${one.sizeTier} ${one.institution.practiceType}`;
    const known = found.get(group);
    if (known !== undefined) return known;
    const made = benchmarkOf(one, product);
    found.set(group, made);
    return made;
  }

  function benchmarkOf(
    one: Customer,
    product: ProductKey,
  ): { level: string; peers: number; benchmark: number } | null {
    const eligible = all.filter(
      (peer) => peer.entitled.has(product) && !peer.inGrace && peer.measured.length > 0,
    );
    const type = one.institution.practiceType;
    const sameTier = eligible.filter((peer) => peer.sizeTier === one.sizeTier);
    const sameType =
      type === null ? [] : sameTier.filter((peer) => peer.institution.practiceType === type);
    for (const [level, peers] of [
      ['tier_and_type', sameType],
      ['tier', sameTier],
      ['all', eligible],
    ] as const) {
      if (peers.length < rules.minimumPeers) continue;
      const rates = peers.map(
        (peer) =>
          usageOf(peer, product) / (wholeInstitution.includes(product) ? 1 : peer.measured.length),
      );
      return { level, peers: peers.length, benchmark: median(rates) };
    }
    return null;
  }

  return new Map(
    all.map((one) => {
      const products = new Map<ProductKey, OracleProduct>();
      for (const product of productKeys) {
        const used = usageOf(one, product);
        const entitled = one.entitled.has(product);
        if (!entitled && used === 0) continue;
        const peers = benchmarkFor(one, product);
        const benchmark = peers?.benchmark ?? null;
        const count = one.measured.length;
        products.set(product, {
          entitled,
          usage: used,
          benchmark,
          expected:
            benchmark === null || count === 0
              ? null
              : benchmark * (wholeInstitution.includes(product) ? 1 : count),
          score: entitled ? scoreOf(used, benchmark, count, product) : null,
          level: peers?.level ?? null,
          peers: peers?.peers ?? null,
        });
      }
      return [one.institution.id, summary(one, products, rules, before)];
    }),
  );
}

function summary(
  one: Customer,
  products: Map<ProductKey, OracleProduct>,
  rules: HealthRules,
  before: { week: OracleWeek; rules: HealthRules } | null,
): OracleScore {
  const entitled = [...products].filter(([, row]) => row.entitled);
  const weights = (rows: typeof entitled) => sum(rows.map(([product]) => weightOf(product, rules)));
  const measurable = entitled.filter(([, row]) => row.score !== null);
  const weight = weights(measurable);
  const score =
    weight === 0
      ? null
      : sum(
          measurable.map(
            ([product, row]) => weightOf(product, rules) * Math.min(row.score ?? 0, 100),
          ),
        ) / weight;
  const coverage = weights(entitled) === 0 ? 0 : weight / weights(entitled);
  const tier =
    score === null || coverage < rules.minimumCoverage - noise
      ? 'Unknown'
      : score >= rules.healthyFrom - noise
        ? 'Healthy'
        : score >= rules.mediumFrom - noise
          ? 'Medium'
          : 'Critical';
  const old = before?.week.get(one.institution.id);
  const previousScore = old?.score ?? null;
  const change = score === null || previousScore === null ? null : score - previousScore;
  const percent =
    change === null || previousScore === null || previousScore === 0
      ? null
      : (100 * change) / previousScore;
  const declining =
    percent !== null && percent < -rules.flatBand - noise ? (old?.declining ?? 0) + 1 : 0;
  const improving =
    percent !== null && percent > rules.flatBand + noise ? (old?.improving ?? 0) + 1 : 0;
  const atRisk = !one.inGrace && (tier === 'Critical' || declining >= rules.decliningWeeksAtRisk);
  const order = ['Critical', 'Medium', 'Healthy'];
  const step =
    old && order.includes(tier) && order.includes(old.tier)
      ? Math.sign(order.indexOf(tier) - order.indexOf(old.tier))
      : 0;
  return {
    sizeTier: one.sizeTier,
    locations: one.locations.length,
    measured: one.measured.length,
    inGrace: one.inGrace,
    practiceType: one.institution.practiceType,
    products,
    score,
    coverage,
    tier,
    zeroUsage: weights(entitled) > 0 && entitled.every(([, row]) => row.score === 0),
    entitledFeatures: entitled.length,
    activeFeatures: entitled.filter(([, row]) => row.usage > 0).length,
    previousScore,
    change,
    percent,
    tierChange: step > 0 ? 'up' : step < 0 ? 'down' : 'flat',
    atRisk,
    weeksAtRisk: atRisk ? (old?.weeksAtRisk ?? 0) + 1 : 0,
    declining,
    improving,
    parts:
      change === null || !old || !before
        ? null
        : partsOf(old, { products, measured: one.measured.length }, before.rules, rules),
  };
}

/**
 * Splits a change of the score into the parts of the four inputs. It changes the inputs one after
 * another, in every possible order. The part of an input is the mean of the changes that it causes.
 */
function partsOf(
  old: OracleScore,
  now: Pick<OracleScore, 'products' | 'measured'>,
  rulesBefore: HealthRules,
  rules: HealthRules,
): [number, number, number, number] {
  const keys = productKeys.filter(
    (product) => old.products.has(product) || now.products.has(product),
  );
  const scoreWith = (changed: ReadonlySet<number>): number => {
    let weight = 0;
    let points = 0;
    for (const product of keys) {
      const was = old.products.get(product);
      const is = now.products.get(product);
      const used = (changed.has(0) ? is : was)?.usage ?? 0;
      const benchmark = ((changed.has(1) ? is : was) ?? is ?? was)?.benchmark ?? null;
      const counted = changed.has(2)
        ? is?.entitled
          ? weightOf(product, rules)
          : 0
        : was?.entitled
          ? weightOf(product, rulesBefore)
          : 0;
      const score = scoreOf(used, benchmark, changed.has(3) ? now.measured : old.measured, product);
      if (score === null || counted === 0) continue;
      weight += counted;
      points += counted * Math.min(score, 100);
    }
    return weight === 0 ? (old.score ?? 0) : points / weight;
  };
  const parts: [number, number, number, number] = [0, 0, 0, 0];
  const orders = permutations([0, 1, 2, 3]);
  for (const order of orders) {
    const changed = new Set<number>();
    let last = scoreWith(changed);
    for (const input of order) {
      changed.add(input);
      const next = scoreWith(changed);
      parts[input as 0 | 1 | 2 | 3] += (next - last) / orders.length;
      last = next;
    }
  }
  return parts;
}

const permutations = (values: readonly number[]): number[][] =>
  values.length === 0
    ? [[]]
    : values.flatMap((first) =>
        permutations(values.filter((other) => other !== first)).map((rest) => [first, ...rest]),
      );

/** Computes official weeks one after another. */
export function computeOracleHistory(
  world: HealthWorld,
  weeks: readonly Day[],
  rules: HealthRules,
): Map<Day, OracleWeek> {
  const history = new Map<Day, OracleWeek>();
  let before: { week: OracleWeek; rules: HealthRules } | null = null;
  for (const start of weeks) {
    const week: OracleWeek = computeOracleWeek(
      world,
      createOfficialUsageSource(start),
      rules,
      before,
    );
    history.set(start, week);
    before = { week, rules };
  }
  return history;
}
