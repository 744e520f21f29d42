import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work before other requests get a turn. */
const sliceMs = 10;

/** Calls `work` for each item in order, in slices, so that the server stays responsive. */
export async function forEachInSlices<Item>(
  items: Iterable<Item>,
  work: (item: Item) => void,
): Promise<void> {
  let sliceEnd = performance.now() + sliceMs;
  for (const item of items) {
    work(item);
    if (performance.now() < sliceEnd) continue;
    await setImmediate();
    sliceEnd = performance.now() + sliceMs;
  }
}
