import { parentPort } from 'node:worker_threads';
import { detectIncidents } from './detect.ts';
import type { ScanMessage } from './scan-aside.ts';
import type { WatchedFeed } from './silence.ts';

// The scan runs in a worker thread, because it draws a thousand random samples, which would block
// requests. Connections arrive in batches, because a single large message would block the sender.
const feeds: WatchedFeed[] = [];

parentPort?.on('message', (message: ScanMessage) => {
  if ('feeds' in message) {
    feeds.push(...message.feeds);
    return;
  }
  parentPort?.postMessage(detectIncidents(feeds, message.seed));
  parentPort?.close();
});
