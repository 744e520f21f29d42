import { parentPort, workerData } from 'node:worker_threads';
import { train } from './train.ts';

// Training takes seconds of a processor, which would stop the server's own thread.
parentPort?.postMessage(train(workerData));
