/**
 * Parts rounded to `digits` decimals so that they add up to the rounded total: each is rounded down, and what is missing goes to
 * those that lost most (the largest-remainder method). Where the parts rounded down exceed the total, those that lost least give it back.
 */
export function roundedParts(parts: readonly number[], total: number, digits: number): number[] {
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
