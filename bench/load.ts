import { Worker } from 'node:worker_threads';

const seconds = 2;
const connections = 20;

/**
 * Returns the number of answered requests per second. A worker thread sends requests over
 * keep-alive connections for two seconds. Throws when a response has a status other than `status`.
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
