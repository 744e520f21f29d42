import { type ProductKey, products } from '#shared/products.ts';
import type { Calendar } from './calendar.ts';
import { type PracticeType, productModels } from './practice-types.ts';
import type { Random } from './random.ts';

/** A product as one customer has it; days are the calendar's day numbers. */
export interface ProductLife {
  product: ProductKey;
  /** Entitled from this day until the day before `to`. */
  from: number;
  to: number | null;
  /** Use in each week as a part of what is usual, the running week last. */
  factor: Float32Array;
}

export type TicketTopic = 'question' | 'problem' | 'ownership' | 'billing' | 'cancellation';

export interface LifeTicket {
  day: number;
  topic: TicketTopic;
  product: ProductKey | null;
}

export interface Notice {
  day: number;
  effective: number;
  reason: string;
}

export interface Life {
  products: ProductLife[];
  tickets: LifeTicket[];
  notice: Notice | null;
}

type Mode = 'steady' | 'declining' | 'recovering' | 'stopped';

/** Chances of one week. They are set so that about one customer in ten leaves within sixty weeks. */
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

export interface LifeInput {
  calendar: Calendar;
  random: Random;
  goLive: number;
  locations: number;
  practiceType: PracticeType;
  /** What is entitled; a choice is drawn when it is not given. */
  entitlements?: readonly { product: ProductKey; from: number; to: number | null }[];
  /** A world in which nobody leaves, for customers whose leaving is not ours to invent. */
  immortal?: boolean;
}

/**
 * One customer's sixty weeks: what is used how much, what is complained about, and whether the customer leaves.
 * The same hidden state (engagement, decline, abandoned products) drives usage and the hazard of leaving,
 * and a part of those who leave show nothing before.
 */
export function simulateLife(input: LifeInput): Life {
  const { calendar, random, goLive } = input;
  const weeks = calendar.officialWeeks + 1;
  const today = calendar.indexOf(calendar.today);
  const engagement = random.normal(0.02, 0.39) - (random.chance(0.08) ? random.between(0.4, 1.1) : 0);
  const rampDays = random.chance(0.15) ? random.between(100, 190) : random.between(38, 75);
  const lives = (input.entitlements ?? drawEntitlements(input, today)).map((entitlement) => {
    const model = productModels[entitlement.product];
    return {
      ...entitlement,
      factor: new Float32Array(weeks),
      usual: Math.exp(engagement + random.normal(0, model.spread) + model.spread ** 2 / 4),
      inUse: random.chance(model.adopted),
    };
  });

  const tickets: LifeTicket[] = [];
  let { mode, level } = openingState(random, goLive);
  let drift = -random.between(0.04, 0.12);
  let restingLevel = level;
  let ownershipChanged = Number.NEGATIVE_INFINITY;
  let notice: Notice | null = null;
  let trouble = 0;

  for (let week = Math.max(0, Math.floor(goLive / 7)); week < weeks; week++) {
    const tenure = week * 7 + 6 - goLive;
    if (mode === 'steady' && tenure > 45) {
      if (random.chance(weekly.startsDeclining)) {
        mode = 'declining';
        drift = -random.between(0.04, 0.14);
      } else if (random.chance(weekly.stops)) {
        mode = 'stopped';
        restingLevel = level;
      }
    } else if (mode === 'declining' && random.chance(weekly.declineEnds)) {
      mode = random.chance(weekly.recoversAfterDecline) ? 'recovering' : 'steady';
      restingLevel = mode === 'recovering' ? random.normal(-0.05, 0.1) : level;
      drift = random.between(0.05, 0.12);
    } else if (mode === 'recovering' && level >= restingLevel) {
      mode = 'steady';
    } else if (mode === 'stopped' && random.chance(weekly.stopEnds)) {
      mode = 'steady';
      level = restingLevel - 0.1;
    }
    if (mode === 'stopped') level = restingLevel - 3.5;
    else if (mode === 'steady') level += 0.03 * (restingLevel - level) + random.normal(0, 0.015);
    else level += drift;
    if (notice) level -= 0.12;

    let adoption = 0;
    let counted = 0;
    for (const life of lives) {
      if (life.inUse && random.chance(weekly.abandonsProduct * (mode === 'declining' ? 5 : 1))) life.inUse = false;
      else if (!life.inUse && random.chance(weekly.returnsToProduct)) life.inUse = true;
      const days = Math.max(0, week * 7 + 3.5 - Math.max(life.from, goLive));
      const ramp = days > 900 ? 1 : 1 - Math.exp(-((days / rampDays) ** 1.2));
      const factor = life.usual * ramp * Math.exp(level) * (life.inUse ? 1 : 0.02);
      life.factor[week] = factor;
      const entitled = life.from <= week * 7 && (life.to === null || life.to > week * 7);
      if (!entitled || products[life.product].parent) continue;
      adoption += Math.min(1, factor);
      counted++;
    }
    adoption = counted === 0 ? 1 : adoption / counted;
    if (notice || week * 7 >= today) continue;

    const unhappiness = Math.max(0, 0.72 - adoption) * (tenure > 75 ? 1 : 0);
    const busy = 0.011 * input.locations ** 0.6;
    const day = () => Math.min(today - 1, week * 7 + random.integer(0, 6));
    const product = () => (lives.length === 0 ? null : random.pick(lives).product);
    for (let left = random.poisson(busy * (tenure < 120 ? 2.2 : 1)); left > 0; left--)
      tickets.push({ day: day(), topic: random.chance(0.15) ? 'billing' : 'question', product: product() });
    const problems = random.poisson(busy * (0.35 + 4 * unhappiness + (mode === 'declining' ? 1.8 : 0) + (mode === 'stopped' ? 3 : 0)));
    for (let left = problems; left > 0; left--) tickets.push({ day: day(), topic: 'problem', product: product() });
    trouble = trouble * 0.88 + problems;
    if (random.chance(weekly.ownershipChanges)) {
      ownershipChanged = week;
      tickets.push({ day: day(), topic: 'ownership', product: null });
    }

    const newOwner = week - ownershipChanged <= 18;
    const log =
      6 * unhappiness +
      (mode === 'declining' ? 1.5 : 0) +
      (mode === 'stopped' ? 1.6 : 0) +
      0.5 * Math.min(4, trouble) +
      (newOwner ? 2.2 : 0);
    const hazard = (weekly.leaves * Math.exp(log)) / Math.max(1, input.locations) ** 0.25;
    const silently = random.chance(weekly.leavesWithoutSign);
    if (!input.immortal && tenure > 30 && (silently || random.chance(hazard))) {
      const noticed = Math.max(goLive + 1, day());
      notice = {
        day: noticed,
        effective: noticed + random.integer(14, 60),
        reason: silently ? random.pick(quietReasons) : reasonOf(random, { newOwner, trouble, unhappiness, mode }),
      };
      tickets.push({ day: noticed, topic: 'cancellation', product: null });
    }
  }

  return {
    products: lives.map(({ product, from, to, factor }) => ({ product, from, to, factor })),
    tickets: tickets.filter(({ day }) => day >= goLive && day <= (notice?.day ?? today - 1)),
    notice,
  };
}

function openingState(random: Random, goLive: number): { mode: Mode; level: number } {
  if (goLive > -60) return { mode: 'steady', level: 0 };
  const draw = random.next();
  if (draw < 0.05) return { mode: 'declining', level: -random.between(0, 0.4) };
  if (draw < 0.07) return { mode: 'recovering', level: -random.between(0.2, 0.6) };
  if (draw < 0.095) return { mode: 'steady', level: -random.between(0.4, 0.9) };
  return { mode: 'steady', level: random.normal(0, 0.05) };
}

function drawEntitlements({ random, goLive }: LifeInput, today: number): { product: ProductKey; from: number; to: number | null }[] {
  const drawn = new Map<ProductKey, { product: ProductKey; from: number; to: number | null }>();
  for (const product of Object.values(products)) {
    const parent = product.parent && drawn.get(product.parent);
    if (product.parent && !parent) continue;
    if (!random.chance(productModels[product.key].bought)) continue;
    const boughtLater = random.chance(0.18) && today - goLive > 200;
    const from = Math.max(boughtLater ? random.integer(goLive + 60, today - 20) : goLive, parent?.from ?? goLive);
    const dropped = product.key !== 'onlineBooking' && random.chance(0.035) && today - from > 260;
    drawn.set(product.key, { product: product.key, from, to: dropped ? random.integer(from + 180, today - 10) : null });
  }
  if (drawn.size === 0) drawn.set('reminders', { product: 'reminders', from: goLive, to: null });
  return [...drawn.values()];
}

const quietReasons = [
  'Practice sold or closed',
  'Practice sold or closed',
  'Practice sold or closed',
  'Retired',
  'EHR switch',
  'Price or terms',
];

function reasonOf(random: Random, signs: { newOwner: boolean; trouble: number; unhappiness: number; mode: Mode }): string {
  if (signs.newOwner && random.chance(0.75)) return random.pick(['Practice sold or closed', 'Champion or owner left']);
  if (signs.trouble >= 1.5 && random.chance(0.6)) return random.pick(['Support or implementation', 'Product gap']);
  if (signs.mode === 'stopped') return random.pick(['EHR switch', 'Champion or owner left', 'Competitor']);
  if (signs.mode === 'declining') return random.pick(['Competitor', 'Competitor', 'Low use', 'Champion or owner left', 'Price or terms']);
  if (signs.unhappiness > 0.1 && random.chance(0.7)) return 'Low use';
  return random.pick(['Price or terms', 'Competitor', 'EHR switch', 'Billing', 'Product gap', 'Low use']);
}
