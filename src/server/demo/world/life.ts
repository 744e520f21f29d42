import type { SeededRandom } from '#server/core/seeded-random.ts';
import { type ProductKey, products } from '#shared/core/products.ts';
import type { DemoCalendar } from './calendar.ts';
import { churnReasonsWithoutSigns, drawChurnReason, type UsageTrendKind } from './churn-reasons.ts';
import { drawEntitlementPeriods } from './entitlement-periods.ts';
import { type PracticeTypeModel, productUsageModels } from './practice-types.ts';

/** Product of a customer. All days are day numbers of the calendar. */
export interface ProductHistory {
  product: ProductKey;
  /**
   * First day of the entitlement (`from`) and day after its last (`to`); `to` is `null` for no end.
   */
  from: number;
  to: number | null;
  /** Usage in each simulated week, relative to the usual usage of this customer. */
  factor: number[];
  /** Usual usage of this customer, relative to the average customer. */
  usual: number;
  inUse: boolean;
}

export type TicketTopic = 'question' | 'problem' | 'ownership' | 'billing' | 'cancellation';

export interface SimulatedTicket {
  day: number;
  topic: TicketTopic;
  product: ProductKey | null;
}

export interface ChurnNotice {
  day: number;
  effective: number;
  reason: string;
}

export interface SimulatedCustomerState {
  goLive: number;
  /** Number of locations at the start. */
  size: number;
  /** `true` prevents churn. Used for imported customers, which must not get invented churn. */
  immortal: boolean;
  products: ProductHistory[];
  tickets: SimulatedTicket[];
  notice: ChurnNotice | null;
  /** Engagement with all products, as the logarithm of its ratio to the average. */
  engagement: number;
  rampDays: number;
  mode: UsageTrendKind;
  /**
   * Logarithm of the relative usage (`level`), its weekly change during a decline or recovery
   * (`drift`), and its final value (`restingLevel`).
   */
  level: number;
  drift: number;
  restingLevel: number;
  /** Mean usage of the entitled products in the last simulated week, relative to usual use, 0–1. */
  adoption: number;
  /** Amount of recently reported problems. */
  trouble: number;
  /** Week of the last change of ownership. */
  ownershipChanged: number;
}

/** Probabilities per week, chosen so that about one customer in ten leaves within 60 weeks. */
const weekly = {
  startsDeclining: 0.0062,
  stops: 0.0008,
  declineEnds: 0.065,
  recoversAfterDecline: 0.5,
  stopEnds: 0.09,
  abandonsProduct: 0.0011,
  returnsToProduct: 0.025,
  ownershipChanges: 0.0009,
  leavesWithoutSign: 0.00048,
  leaves: 0.0002,
};

/** Number of days after go-live in which low engagement raises the probability of churn. */
const firstYear = 366;
/** Weight of low engagement in the logarithm of the churn probability during `firstYear`. */
const hardBeginning = 2.4;

export interface CustomerSimulationInput {
  calendar: DemoCalendar;
  random: SeededRandom;
  goLive: number;
  locations: number;
  practiceType: PracticeTypeModel;
  /** Entitlements of the customer; generated at random when omitted. */
  entitlements?: readonly { product: ProductKey; from: number; to: number | null }[];
  immortal?: boolean;
}

/**
 * Simulates a customer up to today: its usage, complaints and churn. Engagement, decline and
 * abandoned products are hidden states that affect both usage and the probability of churn. Some
 * customers leave without any signs.
 */
export function simulateCustomerUntilToday(input: CustomerSimulationInput): SimulatedCustomerState {
  const { calendar, random, goLive } = input;
  const today = calendar.indexOf(calendar.today);
  const life = drawInitialCustomerState(input, today);
  for (let week = Math.max(0, Math.floor(goLive / 7)); week <= calendar.officialWeeks; week++) {
    simulateWeekUsage(life, random, week);
    if (week * 7 < today) addWeekEvents(life, random, week, today - 1);
  }
  return {
    ...life,
    tickets: life.tickets.filter((ticket) => isTicketBetweenGoLiveAndNotice(life, ticket)),
  };
}

/**
 * Returns the state of a customer before its first week. Purchases and cancellations up to `today`
 * are drawn here.
 */
export function drawInitialCustomerState(
  input: CustomerSimulationInput,
  today: number,
): SimulatedCustomerState {
  const { random, goLive } = input;
  const engagement =
    random.normal(0.02, 0.39) - (random.chance(0.08) ? random.between(0.4, 1.1) : 0);
  const rampDays = random.chance(0.15) ? random.between(100, 190) : random.between(38, 75);
  const entitlements = input.entitlements ?? drawEntitlementPeriods(input, today);
  const products = entitlements.map((entitlement) => beginProduct(random, engagement, entitlement));
  const { mode, level } = openingState(random, goLive);
  return {
    goLive,
    size: input.locations,
    immortal: input.immortal ?? false,
    products,
    tickets: [],
    notice: null,
    engagement,
    rampDays,
    mode,
    level,
    drift: -random.between(0.04, 0.12),
    restingLevel: level,
    adoption: 1,
    trouble: 0,
    ownershipChanged: Number.NEGATIVE_INFINITY,
  };
}

function beginProduct(
  random: SeededRandom,
  engagement: number,
  entitlement: Pick<ProductHistory, 'product' | 'from' | 'to'>,
): ProductHistory {
  const model = productUsageModels[entitlement.product];
  return {
    ...entitlement,
    factor: [],
    usual: Math.exp(engagement + random.normal(0, model.spread) + model.spread ** 2 / 4),
    inUse: random.chance(model.adopted),
  };
}

/** Adds a product that the customer is entitled to from day `from` on. */
export function addEntitledProduct(
  life: SimulatedCustomerState,
  random: SeededRandom,
  product: ProductKey,
  from: number,
): ProductHistory {
  const bought = beginProduct(random, life.engagement, { product, from, to: null });
  life.products.push(bought);
  return bought;
}

/** Returns `true` for a ticket between the go-live and the notice of the customer. */
export const isTicketBetweenGoLiveAndNotice = (
  { goLive, notice }: SimulatedCustomerState,
  { day }: SimulatedTicket,
): boolean => day >= goLive && day <= (notice?.day ?? day);

/** Simulates the usage of one more week. */
export function simulateWeekUsage(
  life: SimulatedCustomerState,
  random: SeededRandom,
  week: number,
): void {
  const { goLive } = life;
  if (life.mode === 'steady' && tenureIn(life, week) > 45) {
    if (random.chance(weekly.startsDeclining)) {
      life.mode = 'declining';
      life.drift = -random.between(0.04, 0.14);
    } else if (random.chance(weekly.stops)) {
      life.mode = 'stopped';
      life.restingLevel = life.level;
    }
  } else if (life.mode === 'declining' && random.chance(weekly.declineEnds)) {
    life.mode = random.chance(weekly.recoversAfterDecline) ? 'recovering' : 'steady';
    life.restingLevel = life.mode === 'recovering' ? random.normal(-0.05, 0.1) : life.level;
    life.drift = random.between(0.05, 0.12);
  } else if (life.mode === 'recovering' && life.level >= life.restingLevel) {
    life.mode = 'steady';
  } else if (life.mode === 'stopped' && random.chance(weekly.stopEnds)) {
    life.mode = 'steady';
    life.level = life.restingLevel - 0.1;
  }
  if (life.mode === 'stopped') life.level = life.restingLevel - 3.5;
  else if (life.mode === 'steady')
    life.level += 0.03 * (life.restingLevel - life.level) + random.normal(0, 0.015);
  else life.level += life.drift;
  if (life.notice) life.level -= 0.12;

  const use = Math.exp(life.level);
  let adoption = 0;
  let counted = 0;
  for (const product of life.products) {
    if (
      product.inUse &&
      random.chance(weekly.abandonsProduct * (life.mode === 'declining' ? 5 : 1))
    )
      product.inUse = false;
    else if (!product.inUse && random.chance(weekly.returnsToProduct)) product.inUse = true;
    const days = Math.max(0, week * 7 + 3.5 - Math.max(product.from, goLive));
    const ramp = days > 900 ? 1 : 1 - Math.exp(-((days / life.rampDays) ** 1.2));
    const factor = product.usual * ramp * use * (product.inUse ? 1 : 0.02);
    product.factor[week] = Math.fround(factor);
    const entitled = product.from <= week * 7 && (product.to === null || product.to > week * 7);
    if (!entitled || products[product.product].parent) continue;
    adoption += Math.min(1, factor);
    counted++;
  }
  life.adoption = counted === 0 ? 1 : adoption / counted;
}

const tenureIn = ({ goLive }: SimulatedCustomerState, week: number): number =>
  week * 7 + 6 - goLive;

/**
 * Adds the events of a simulated week up to `lastDay`: tickets, complaints, a change of ownership,
 * a notice.
 */
export function addWeekEvents(
  life: SimulatedCustomerState,
  random: SeededRandom,
  week: number,
  lastDay = Number.POSITIVE_INFINITY,
): void {
  if (life.notice) return;
  const { tickets, mode } = life;
  const tenure = tenureIn(life, week);
  const unhappiness = Math.max(0, 0.72 - life.adoption) * (tenure > 75 ? 1 : 0);
  const busy = 0.011 * life.size ** 0.6;
  const day = () => Math.min(lastDay, week * 7 + random.integer(0, 6));
  const product = () => (life.products.length === 0 ? null : random.pick(life.products).product);
  for (let left = random.poisson(busy * (tenure < 120 ? 2.2 : 1)); left > 0; left--)
    tickets.push({
      day: day(),
      topic: random.chance(0.15) ? 'billing' : 'question',
      product: product(),
    });
  const problems = random.poisson(
    busy *
      (0.35 + 4 * unhappiness + (mode === 'declining' ? 1.8 : 0) + (mode === 'stopped' ? 3 : 0)),
  );
  for (let left = problems; left > 0; left--)
    tickets.push({ day: day(), topic: 'problem', product: product() });
  life.trouble = life.trouble * 0.88 + problems;
  if (random.chance(weekly.ownershipChanges)) {
    life.ownershipChanged = week;
    tickets.push({ day: day(), topic: 'ownership', product: null });
  }

  const newOwner = week - life.ownershipChanged <= 18;
  const log =
    6 * unhappiness +
    (mode === 'declining' ? 1.5 : 0) +
    (mode === 'stopped' ? 1.6 : 0) +
    0.5 * Math.min(4, life.trouble) +
    (newOwner ? 2.2 : 0) +
    (tenure < firstYear ? hardBeginning * Math.max(0, -life.engagement) : 0);
  const hazard = (weekly.leaves * Math.exp(log)) / Math.max(1, life.size) ** 0.25;
  const silently = random.chance(weekly.leavesWithoutSign);
  if (life.immortal || tenure <= 30 || !(silently || random.chance(hazard))) return;
  const noticed = Math.max(life.goLive + 1, day());
  life.notice = {
    day: noticed,
    effective: noticed + random.integer(14, 60),
    reason: silently
      ? random.pick(churnReasonsWithoutSigns)
      : drawChurnReason(random, { newOwner, trouble: life.trouble, unhappiness, mode }),
  };
  tickets.push({ day: noticed, topic: 'cancellation', product: null });
}

function openingState(
  random: SeededRandom,
  goLive: number,
): { mode: UsageTrendKind; level: number } {
  if (goLive > -60) return { mode: 'steady', level: 0 };
  const draw = random.next();
  if (draw < 0.05) return { mode: 'declining', level: -random.between(0, 0.4) };
  if (draw < 0.07) return { mode: 'recovering', level: -random.between(0.2, 0.6) };
  if (draw < 0.095) return { mode: 'steady', level: -random.between(0.4, 0.9) };
  return { mode: 'steady', level: random.normal(0, 0.05) };
}
