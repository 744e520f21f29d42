/** Lanczos's approximation with Godfrey's coefficients (g = 607/128), good to 1e-14 for positive values. */
const lanczos = [
  0.9999999999999971, 57.15623566586292, -59.59796035547549, 14.136097974741746, -0.4919138160976202, 3.399464998481189e-5,
  4.652362892704858e-5, -9.837447530487956e-5, 0.0001580887032249125, -0.00021026444172410488, 0.00021743961811521265,
  -0.0001643181065367639, 8.441822398385275e-5, -2.6190838401581408e-5, 3.6899182659531625e-6,
] as const;

/** The logarithm of the gamma function of a positive value. */
export function logGamma(value: number): number {
  const base = value + 607 / 128 - 0.5;
  const sum = lanczos.slice(1).reduce((total, coefficient, index) => total + coefficient / (value + index), lanczos[0] as number);
  return (value - 0.5) * Math.log(base) - base + Math.log(Math.sqrt(2 * Math.PI) * sum);
}

const enough = 1e-16;
const tiny = 1e-300;

/** The chance that a chi-square variable is above `value`; 1 at 0. By the series or the continued fraction of the incomplete gamma function (Press et al., Numerical Recipes, 6.2). */
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

/** The regularised incomplete beta function (Press et al., Numerical Recipes, 6.4). */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x)) / a;
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

/** The chance that Student's t is at most `value`. */
export function studentShare(value: number, degreesOfFreedom: number): number {
  const half = incompleteBeta(degreesOfFreedom / (degreesOfFreedom + value * value), degreesOfFreedom / 2, 0.5) / 2;
  return value < 0 ? half : 1 - half;
}

/** The value that Student's t is at most with this chance, between 0 and 1; by bisection to the last bit. */
export function studentQuantile(share: number, degreesOfFreedom: number): number {
  let [low, high] = [-1, 1];
  while (studentShare(low, degreesOfFreedom) > share) low *= 2;
  while (studentShare(high, degreesOfFreedom) < share) high *= 2;
  for (;;) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) return middle;
    if (studentShare(middle, degreesOfFreedom) < share) low = middle;
    else high = middle;
  }
}

/** Coefficients from the highest power down. */
const polynomial = (value: number, coefficients: readonly number[]): number => coefficients.reduce((sum, each) => sum * value + each, 0);

/** The value that a standard normal variable is at most with this chance, between 0 and 1; good to 1e-15 (Wichura's AS 241). */
export function normalQuantile(share: number): number {
  const q = share - 0.5;
  if (Math.abs(q) <= 0.425) {
    const r = 0.180625 - q * q;
    return (q * polynomial(r, centre.above)) / polynomial(r, centre.below);
  }
  const r = Math.sqrt(-Math.log(Math.min(share, 1 - share)));
  const { above, below, from } = r <= 5 ? near : far;
  const value = polynomial(r - from, above) / polynomial(r - from, below);
  return q < 0 ? -value : value;
}

const centre = {
  above: [
    2509.0809287301227, 33430.57558358813, 67265.7709270087, 45921.95393154987, 13731.69376550946, 1971.5909503065513, 133.14166789178438,
    3.3871328727963665,
  ],
  below: [
    5226.495278852546, 28729.085735721943, 39307.89580009271, 21213.794301586597, 5394.196021424751, 687.1870074920579, 42.31333070160091,
    1,
  ],
};
const near = {
  from: 1.6,
  above: [
    0.0007745450142783414, 0.022723844989269184, 0.2417807251774506, 1.2704582524523684, 3.6478483247632045, 5.769497221460691,
    4.630337846156546, 1.4234371107496835,
  ],
  below: [
    1.0507500716444169e-9, 0.0005475938084995345, 0.015198666563616457, 0.14810397642748008, 0.6897673349851, 1.6763848301838038,
    2.053191626637759, 1,
  ],
};
const far = {
  from: 5,
  above: [
    2.0103343992922881e-7, 2.7115555687434876e-5, 0.0012426609473880784, 0.026532189526576124, 0.29656057182850487, 1.7848265399172913,
    5.463784911164114, 6.657904643501103,
  ],
  below: [
    2.0442631033899397e-15, 1.421511758316446e-7, 1.8463183175100548e-5, 0.0007868691311456133, 0.014875361290850615, 0.1369298809227358,
    0.599832206555888, 1,
  ],
};
