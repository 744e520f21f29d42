import { Worker } from 'node:worker_threads';
import type { Look } from './look.ts';
import type { WatchedFeed } from './silence.ts';

/** What the scan's thread is sent: feeds, part by part, and then the seed with which it begins. */
export type ToScan = { feeds: WatchedFeed[] } | { seed: number };

export interface Scan {
  add(feeds: WatchedFeed[]): void;
  /** Looks at all feeds that were added. The same ones in the same order, with the same seed, give the same answer. */
  look(seed: number): Promise<Look>;
  stop(): Promise<unknown>;
}

/** A scan in a thread of its own, which ends with its answer or when it is stopped. */
export function scanAside(signal: AbortSignal): Scan {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { execArgv: [], name: 'incident-radar' });
  const answer = new Promise<Look>((resolve, reject) => {
    const stop = () => void worker.terminate().then(() => reject(signal.reason), reject);
    signal.addEventListener('abort', stop, { once: true });
    worker.once('message', (found: Look) => resolve(found));
    worker.once('error', reject);
    worker.once('exit', () => {
      signal.removeEventListener('abort', stop);
      reject(new Error('The scan ended without an answer.'));
    });
  });
  // It may fail before anybody waits for it.
  answer.catch(() => undefined);
  const send = (message: ToScan) => worker.postMessage(message);
  return {
    add: (feeds) => send({ feeds }),
    look(seed) {
      send({ seed });
      return answer;
    },
    stop: () => worker.terminate(),
  };
}
