/** Evaluates a polynomial; coefficients start at the highest power. */
const polynomial = (value: number, coefficients: readonly number[]): number =>
  coefficients.reduce((sum, each) => sum * value + each, 0);

/**
 * Returns the quantile of the standard normal distribution for a probability between 0 and 1,
 * accurate to 1e-15 (Wichura's AS 241).
 */
export function normalQuantile(share: number): number {
  const q = share - 0.5;
  if (Math.abs(q) <= 0.425) {
    const r = 0.180625 - q * q;
    return (q * polynomial(r, central.above)) / polynomial(r, central.below);
  }
  const r = Math.sqrt(-Math.log(Math.min(share, 1 - share)));
  const { above, below, from } = r <= 5 ? near : far;
  const value = polynomial(r - from, above) / polynomial(r - from, below);
  return q < 0 ? -value : value;
}

const central = {
  above: [
    2509.0809287301227, 33430.57558358813, 67265.7709270087, 45921.95393154987, 13731.69376550946,
    1971.5909503065513, 133.14166789178438, 3.3871328727963665,
  ],
  below: [
    5226.495278852546, 28729.085735721943, 39307.89580009271, 21213.794301586597, 5394.196021424751,
    687.1870074920579, 42.31333070160091, 1,
  ],
};
const near = {
  from: 1.6,
  above: [
    0.0007745450142783414, 0.022723844989269184, 0.2417807251774506, 1.2704582524523684,
    3.6478483247632045, 5.769497221460691, 4.630337846156546, 1.4234371107496835,
  ],
  below: [
    1.0507500716444169e-9, 0.0005475938084995345, 0.015198666563616457, 0.14810397642748008,
    0.6897673349851, 1.6763848301838038, 2.053191626637759, 1,
  ],
};
const far = {
  from: 5,
  above: [
    2.0103343992922881e-7, 2.7115555687434876e-5, 0.0012426609473880784, 0.026532189526576124,
    0.29656057182850487, 1.7848265399172913, 5.463784911164114, 6.657904643501103,
  ],
  below: [
    2.0442631033899397e-15, 1.421511758316446e-7, 1.8463183175100548e-5, 0.0007868691311456133,
    0.014875361290850615, 0.1369298809227358, 0.599832206555888, 1,
  ],
};
