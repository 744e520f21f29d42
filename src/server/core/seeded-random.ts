/** Generator of seeded random numbers. The same key gives the same sequence on every machine. */
export interface SeededRandom {
  /** Returns a number from 0 to below 1. */
  next(): number;
  chance(probability: number): boolean;
  /** Returns an integer from `low` to `high`, both included. */
  integer(low: number, high: number): number;
  between(low: number, high: number): number;
  pick<Item>(items: readonly Item[]): Item;
  weighted<Item extends { weight: number }>(items: readonly Item[]): Item;
  normal(mean?: number, deviation?: number): number;
  gamma(shape: number): number;
  poisson(mean: number): number;
  /**
   * Returns a count with a negative binomial distribution, whose variance is mean + mean² /
   * dispersion.
   */
  count(mean: number, dispersion: number): number;
}

/** Returns the hash of a text as four 32-bit integers (cyrb128, public domain). */
function hash(text: string): [number, number, number, number] {
  let [a, b, c, d] = [1779033703, 3144134277, 1013904242, 2773480762];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    a = b ^ Math.imul(a ^ code, 597399067);
    b = c ^ Math.imul(b ^ code, 2869860233);
    c = d ^ Math.imul(c ^ code, 951274213);
    d = a ^ Math.imul(d ^ code, 2716044179);
  }
  return [a, b, c, d];
}

/**
 * Creates a generator whose seed is the hash of the key (sfc32 by Chris Doty-Humphrey, PractRand;
 * public domain).
 */
export function createRandom(...key: readonly (string | number)[]): SeededRandom {
  let [a, b, c, d] = hash(key.join('/'));
  const next = (): number => {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 4294967296;
  };
  for (let round = 0; round < 12; round++) next();

  let spare: number | null = null;
  const normal = (mean = 0, deviation = 1): number => {
    if (spare !== null) {
      const value = spare;
      spare = null;
      return mean + deviation * value;
    }
    const radius = Math.sqrt(-2 * Math.log(1 - next()));
    const angle = 2 * Math.PI * next();
    spare = radius * Math.sin(angle);
    return mean + deviation * radius * Math.cos(angle);
  };

  // Method of Marsaglia and Tsang (2000). For shapes below 1, a sample of `shape + 1` is scaled.
  const gamma = (shape: number): number => {
    if (shape < 1) return gamma(shape + 1) * (1 - next()) ** (1 / shape);
    const base = shape - 1 / 3;
    const scale = 1 / Math.sqrt(9 * base);
    for (;;) {
      const step = normal();
      const cube = (1 + scale * step) ** 3;
      if (
        cube > 0 &&
        Math.log(1 - next()) < 0.5 * step * step + base - base * cube + base * Math.log(cube)
      )
        return base * cube;
    }
  };

  const poisson = (mean: number): number => {
    if (mean > 30) return Math.max(0, Math.round(normal(mean, Math.sqrt(mean))));
    const limit = Math.exp(-mean);
    let product = next();
    let value = 0;
    while (product > limit) {
      value++;
      product *= next();
    }
    return value;
  };

  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(next() * items.length)];
    if (item === undefined) throw new Error('Nothing to pick from');
    return item;
  };

  return {
    next,
    normal,
    gamma,
    poisson,
    pick,
    chance: (probability) => next() < probability,
    integer: (low, high) => low + Math.floor(next() * (high - low + 1)),
    between: (low, high) => low + next() * (high - low),
    weighted: (items) => {
      let left = next() * items.reduce((sum, item) => sum + item.weight, 0);
      for (const item of items) {
        left -= item.weight;
        if (left < 0) return item;
      }
      return pick(items);
    },
    count: (mean, dispersion) => {
      if (mean <= 0) return 0;
      if (mean > 60)
        return Math.max(0, Math.round(normal(mean, Math.sqrt(mean + (mean * mean) / dispersion))));
      return poisson((mean * gamma(dispersion)) / dispersion);
    },
  };
}

/** Returns a UUID that is the same in every demo. */
export function drawSeededUuid(random: SeededRandom): string {
  const hex = (length: number) =>
    Array.from({ length }, () => random.integer(0, 15).toString(16)).join('');
  return `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;
}
