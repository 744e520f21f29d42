import { parentPort } from 'node:worker_threads';
import { look } from './look.ts';
import type { ToScan } from './scan-aside.ts';
import type { WatchedFeed } from './silence.ts';

// A thousand draws take far longer than a request may wait. The feeds come in parts, because one large message would stop the sender.
const feeds: WatchedFeed[] = [];

parentPort?.on('message', (message: ToScan) => {
  if ('feeds' in message) {
    feeds.push(...message.feeds);
    return;
  }
  parentPort?.postMessage(look(feeds, message.seed));
  parentPort?.close();
});
