import type { Measured } from '#shared/churn/quality/quality.ts';

export interface Measures {
  auc: number;
  averagePrecision: number;
  brier: number;
  calibrationError: number;
}

/** Chances beside what happened, from the highest chance down. */
export interface Judged {
  chances: Float64Array;
  labels: Uint8Array;
  /** The customer of each row: rows of one are not independent. */
  customers: Float64Array;
}

const bins = 10;
const replicates = 200;

export function fallingOrder(chances: Float64Array): Int32Array {
  return Int32Array.from(chances.keys()).sort((one, other) => (chances[other] ?? 0) - (chances[one] ?? 0) || one - other);
}

/** Measures of rows that each count so many times; equal chances share their places. */
export function measure({ chances, labels }: Omit<Judged, 'customers'>, order: Int32Array, weightOf: (row: number) => number): Measures {
  let positives = 0;
  let negatives = 0;
  let pairs = 0;
  let precisions = 0;
  let brier = 0;
  const total = order.reduce((sum, row) => sum + weightOf(row), 0);
  const bin = Array.from({ length: bins }, () => ({ weight: 0, chance: 0, left: 0 }));
  for (let start = 0; start < order.length; ) {
    let end = start;
    let [here, left] = [0, 0];
    const chance = chances[order[start] ?? 0] ?? 0;
    for (; end < order.length && chances[order[end] ?? 0] === chance; end += 1) {
      const row = order[end] ?? 0;
      const weight = weightOf(row);
      here += weight;
      left += weight * (labels[row] ?? 0);
      brier += weight * (chance - (labels[row] ?? 0)) ** 2;
    }
    const into = bin[Math.min(bins - 1, Math.floor(((positives + negatives) / Math.max(1, total)) * bins))];
    if (into !== undefined) {
      into.weight += here;
      into.chance += here * chance;
      into.left += left;
    }
    // Those above lose to nobody here; those level with each other win half of the time.
    pairs += (here - left) * (positives + left / 2);
    positives += left;
    negatives += here - left;
    precisions += positives + negatives > 0 ? left * (positives / (positives + negatives)) : 0;
    start = end;
  }
  const calibrationError = bin.reduce((sum, { chance, left }) => sum + Math.abs(chance - left), 0) / Math.max(1, total);
  return {
    auc: positives * negatives > 0 ? pairs / (positives * negatives) : 0.5,
    averagePrecision: positives > 0 ? precisions / positives : 0,
    brier: brier / Math.max(1, total),
    calibrationError,
  };
}

/** A small generator that gives the same numbers every time. */
export function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** How often each customer is drawn when as many as there are are drawn with replacement. */
function draws(customers: readonly number[], random: () => number): Map<number, number> {
  const drawn = new Map<number, number>();
  for (let count = 0; count < customers.length; count += 1) {
    const customer = customers[Math.floor(random() * customers.length)] ?? 0;
    drawn.set(customer, (drawn.get(customer) ?? 0) + 1);
  }
  return drawn;
}

const between = (value: number, drawn: readonly number[]): Measured => {
  const sorted = drawn.toSorted((one, other) => one - other);
  return { value, low: sorted[Math.floor(replicates * 0.025)] ?? value, high: sorted[Math.ceil(replicates * 0.975) - 1] ?? value };
};

/**
 * Measures of several models on the same rows with intervals of 95%, by drawing whole customers with replacement; and by how much
 * each ranks better than the last, which is the rule.
 */
export function compare(chances: readonly Float64Array[], labels: Uint8Array, customers: Float64Array) {
  const everyone = [...new Set(customers)];
  const orders = chances.map(fallingOrder);
  const whole = chances.map((each, at) => measure({ chances: each, labels }, orders[at] ?? new Int32Array(), () => 1));
  const random = generator(20_261);
  const drawn: Measures[][] = chances.map(() => []);
  for (let count = 0; count < replicates; count += 1) {
    const weights = draws(everyone, random);
    const weightOf = (row: number) => weights.get(customers[row] ?? 0) ?? 0;
    for (const [at, each] of chances.entries()) drawn[at]?.push(measure({ chances: each, labels }, orders[at] ?? new Int32Array(), weightOf));
  }
  const last = drawn.at(-1) ?? [];
  return whole.map((of, at) => {
    const mine = drawn[at] ?? [];
    const measured = (key: keyof Measures) => between(of[key], mine.map((each) => each[key]));
    return {
      auc: measured('auc'),
      averagePrecision: measured('averagePrecision'),
      brier: measured('brier'),
      calibrationError: measured('calibrationError'),
      aheadOfRule: between(of.auc - (whole.at(-1)?.auc ?? 0), mine.map((each, index) => each.auc - (last[index]?.auc ?? 0))),
    };
  });
}
