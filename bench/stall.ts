import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Returns the longest time for which the main thread is blocked during `work`, in milliseconds. */
export async function longestStall(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  await work();
  delay.disable();
  return delay.max / 1e6;
}
