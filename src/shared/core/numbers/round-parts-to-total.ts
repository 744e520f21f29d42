/**
 * Rounds parts to `digits` decimals so that they add up to the rounded total (largest-remainder
 * method). All parts are rounded down; then the parts with the largest remainders are raised by one
 * unit. If the parts rounded down exceed the total, the parts with the smallest remainders are
 * lowered.
 */
export function roundPartsToTotal(
  parts: readonly number[],
  total: number,
  digits: number,
): number[] {
  const unit = 10 ** digits;
  const floors = parts.map((part) => Math.floor(part * unit));
  const missing = Math.round(total * unit) - floors.reduce((sum, floor) => sum + floor, 0);
  const byRemainder = parts
    .map((part, index) => ({ index, remainder: part * unit - (floors[index] ?? 0) }))
    .sort((one, other) => other.remainder - one.remainder || one.index - other.index);
  const changed = missing < 0 ? byRemainder.slice(missing) : byRemainder.slice(0, missing);
  for (const { index } of changed) floors[index] = (floors[index] ?? 0) + Math.sign(missing);
  return floors.map((floor) => floor / unit);
}
