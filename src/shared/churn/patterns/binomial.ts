/**
 * Returns the probability of at least `hits` successes in `tries` independent trials with success
 * probability `chance`.
 */
export function binomialTail(hits: number, tries: number, chance: number): number {
  let term = (1 - chance) ** tries;
  let below = 0;
  for (let count = 0; count < hits; count += 1) {
    below += term;
    term *= ((tries - count) / (count + 1)) * (chance / (1 - chance));
  }
  return Math.max(0, 1 - below);
}
