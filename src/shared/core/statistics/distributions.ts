/**
 * Coefficients of Lanczos's approximation by Godfrey (g = 607/128), accurate to 1e-14 for positive
 * values.
 */
const lanczos = [
  0.9999999999999971, 57.15623566586292, -59.59796035547549, 14.136097974741746,
  -0.4919138160976202, 3.399464998481189e-5, 4.652362892704858e-5, -9.837447530487956e-5,
  0.0001580887032249125, -0.00021026444172410488, 0.00021743961811521265, -0.0001643181065367639,
  8.441822398385275e-5, -2.6190838401581408e-5, 3.6899182659531625e-6,
] as const;

/** Returns the logarithm of the gamma function of a positive value. */
export function logGamma(value: number): number {
  const base = value + 607 / 128 - 0.5;
  const sum = lanczos
    .slice(1)
    .reduce(
      (total, coefficient, index) => total + coefficient / (value + index),
      lanczos[0] as number,
    );
  return (value - 0.5) * Math.log(base) - base + Math.log(Math.sqrt(2 * Math.PI) * sum);
}

const enough = 1e-16;
const tiny = 1e-300;

/**
 * Returns the probability that a chi-square variable exceeds `value`; 1 at 0. Uses the series or
 * the continued fraction of the incomplete gamma function (Press et al., Numerical Recipes, 6.2).
 */
export function chiSquareTail(value: number, degreesOfFreedom: number): number {
  const [a, x] = [degreesOfFreedom / 2, value / 2];
  if (!(x > 0)) return 1;
  const scale = Math.exp(-x + a * Math.log(x) - logGamma(a));
  if (x < a + 1) {
    let term = 1 / a;
    let sum = term;
    for (let n = a + 1; term > sum * enough; n++) {
      term *= x / n;
      sum += term;
    }
    return 1 - sum * scale;
  }
  let b = x + 1 - a;
  let c = 1 / tiny;
  let d = 1 / b;
  let fraction = d;
  for (let n = 1; n < 10_000; n++) {
    const step = -n * (n - a);
    b += 2;
    d = 1 / (step * d + b || tiny);
    c = b + step / c || tiny;
    fraction *= d * c;
    if (Math.abs(d * c - 1) < enough) break;
  }
  return fraction * scale;
}

/** Returns the regularized incomplete beta function (Press et al., Numerical Recipes, 6.4). */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const front =
    Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x)) /
    a;
  let c = 1;
  let d = 1 / (1 - ((a + b) * x) / (a + 1) || tiny);
  let fraction = d;
  for (let m = 1; m < 10_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / (1 + even * d || tiny);
    c = 1 + even / c || tiny;
    fraction *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / (1 + odd * d || tiny);
    c = 1 + odd / c || tiny;
    fraction *= d * c;
    if (Math.abs(d * c - 1) < enough) break;
  }
  return front * fraction;
}

/** Returns the probability that Student's t is at most `value`. */
export function studentCumulativeProbability(value: number, degreesOfFreedom: number): number {
  const half =
    incompleteBeta(
      degreesOfFreedom / (degreesOfFreedom + value * value),
      degreesOfFreedom / 2,
      0.5,
    ) / 2;
  return value < 0 ? half : 1 - half;
}

/**
 * Returns the quantile of Student's t for a probability between 0 and 1, by bisection to the last
 * bit.
 */
export function studentQuantile(share: number, degreesOfFreedom: number): number {
  let [low, high] = [-1, 1];
  while (studentCumulativeProbability(low, degreesOfFreedom) > share) low *= 2;
  while (studentCumulativeProbability(high, degreesOfFreedom) < share) high *= 2;
  for (;;) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) return middle;
    if (studentCumulativeProbability(middle, degreesOfFreedom) < share) low = middle;
    else high = middle;
  }
}
