import { Worker } from 'node:worker_threads';
import { z } from 'zod';

/**
 * Milliseconds between two requests. The pause is long enough to stay below the limit of requests
 * per user.
 */
const pauseMs = 60;
const answers = z.object({ tookMs: z.array(z.number()), refused: z.array(z.string()) });

interface PageCalls {
  p50: number;
  p99: number;
  calls: number;
}

/**
 * Returns the durations of page requests in milliseconds while `work` runs, with one user per
 * session. Throws when a request fails.
 */
export async function measurePageCallsDuring(
  target: { origin: string; paths: readonly string[]; cookies: readonly string[] },
  work: () => Promise<unknown>,
): Promise<PageCalls> {
  const worker = new Worker(new URL('./page-calls-worker.ts', import.meta.url), {
    workerData: { ...target, pauseMs },
  });
  const told = new Promise<unknown>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  await work();
  worker.postMessage('stop');
  const { tookMs, refused } = answers.parse(await told);
  if (refused.length > 0)
    throw new Error(`${refused.length} of ${tookMs.length} calls were not answered: ${refused[0]}`);
  const sorted = tookMs.sort((one, other) => one - other);
  const quantile = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
  return { p50: quantile(0.5), p99: quantile(0.99), calls: sorted.length };
}
