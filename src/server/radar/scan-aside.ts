import { Worker } from 'node:worker_threads';
import type { ScanResult } from './detect.ts';
import type { WatchedFeed } from './silence.ts';

/** Message to the scan worker: a batch of feeds, or the seed that starts the scan. */
export type ScanMessage = { feeds: WatchedFeed[] } | { seed: number };

export interface ScanWorker {
  add(feeds: WatchedFeed[]): void;
  /**
   * Scans all added feeds. The result is deterministic for the same feeds, order and seed.
   */
  look(seed: number): Promise<ScanResult>;
  stop(): Promise<unknown>;
}

/** Starts a scan in a worker thread. The thread ends when it has sent its result or is stopped. */
export function startScanWorker(signal: AbortSignal): ScanWorker {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    execArgv: [],
    name: 'incident-radar',
  });
  const answer = new Promise<ScanResult>((resolve, reject) => {
    const stop = () => void worker.terminate().then(() => reject(signal.reason), reject);
    signal.addEventListener('abort', stop, { once: true });
    worker.once('message', (found: ScanResult) => resolve(found));
    worker.once('error', reject);
    worker.once('exit', () => {
      signal.removeEventListener('abort', stop);
      reject(new Error('The scan ended without an answer.'));
    });
  });
  // The worker can fail before the result is awaited. Until then, the rejection must not end the
  // process as unhandled.
  answer.catch(() => undefined);
  const send = (message: ScanMessage) => worker.postMessage(message);
  return {
    add: (feeds) => send({ feeds }),
    look(seed) {
      send({ seed });
      return answer;
    },
    stop: () => worker.terminate(),
  };
}
