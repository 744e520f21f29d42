import { Worker } from 'node:worker_threads';
import type { ScanResult } from './detect.ts';
import type { WatchedFeed } from './silence.ts';

/** Message to the scan worker: a batch of feeds, or the seed that starts the scan. */
export type ScanMessage = { feeds: WatchedFeed[] } | { seed: number };

export interface Scan {
  add(feeds: WatchedFeed[]): void;
  /** Scans all added feeds. Deterministic for the same feeds, order and seed. */
  look(seed: number): Promise<ScanResult>;
  stop(): Promise<unknown>;
}

/** Starts a scan in a worker thread, which ends with its result or when stopped. */
export function startScanWorker(signal: AbortSignal): Scan {
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
  // Prevents an unhandled rejection when the worker fails before the result is awaited.
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
