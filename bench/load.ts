import { Worker } from 'node:worker_threads';

const seconds = 2;
const connections = 20;

/**
 * Returns the answered requests per second, sent from a worker thread over kept-alive connections
 * for two seconds. Throws when an answer has another status.
 */
export function requestsPerSecond(
  url: string,
  headers: Record<string, string>,
  status: number,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./load-worker.ts', import.meta.url), {
      workerData: { url, headers, status, seconds, connections },
    });
    worker.once('message', (answered: number) => resolve(answered / seconds));
    worker.once('error', reject);
  });
}
