/**
 * Returns the minimum number of edits that turn one text into the other. Returns `most + 1` when
 * more than `most` edits are needed. An edit adds, removes or replaces one letter, or swaps two
 * adjacent letters.
 */
export function editDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const current = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      let distance = Math.min(
        (last[j] ?? 0) + 1,
        (current[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
      );
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        distance = Math.min(distance, (beforeLast[j - 2] ?? 0) + 1);
      current.push(distance);
    }
    if (Math.min(...current) > most) return most + 1;
    [beforeLast, last] = [last, current];
  }
  return Math.min(last[other.length] ?? 0, most + 1);
}
