const runLength = 512;

/**
 * Sorts stably in short steps and yields after each step, so that sorting a long list does not
 * block the page.
 */
export function* sortInSteps<Item>(
  items: readonly Item[],
  compare: (one: Item, other: Item) => number,
): Generator<void, Item[]> {
  let sorted: Item[] = [];
  for (let start = 0; start < items.length; start += runLength) {
    for (const item of items.slice(start, start + runLength).sort(compare)) sorted.push(item);
    if (items.length > runLength) yield;
  }
  for (let length = runLength; length < sorted.length; length *= 2)
    sorted = yield* mergeRuns(sorted, length, compare);
  return sorted;
}

function* mergeRuns<Item>(
  runs: readonly Item[],
  length: number,
  compare: (one: Item, other: Item) => number,
): Generator<void, Item[]> {
  const merged: Item[] = [];
  for (let start = 0; start < runs.length; start += 2 * length) {
    const middle = Math.min(start + length, runs.length);
    const end = Math.min(start + 2 * length, runs.length);
    let left = start;
    let right = middle;
    while (left < middle || right < end) {
      if (merged.length % runLength === 0) yield;
      const fromLeft =
        right >= end || (left < middle && compare(runs[left] as Item, runs[right] as Item) <= 0);
      merged.push((fromLeft ? runs[left++] : runs[right++]) as Item);
    }
  }
  return merged;
}
