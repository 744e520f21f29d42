import { monitorEventLoopDelay } from 'node:perf_hooks';

/** The longest time, in milliseconds, for which the main thread did nothing else while `work` was done. */
export async function longestStall(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  await work();
  delay.disable();
  return delay.max / 1e6;
}
