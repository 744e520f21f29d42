import { Worker } from 'node:worker_threads';
import { type TrainedModel, type Training, type TrainingRows, trainedModelSchema } from './learner/train.ts';

export type { TrainedModel };

/** Trains in a thread of its own, to which the values, days and rule go over; undefined with too few notices to learn from. */
export function trainAside(rows: TrainingRows, signal: AbortSignal): Promise<Training | undefined> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./learner/worker.ts', import.meta.url), {
      workerData: rows,
      // Given away and not copied, which would take long.
      transferList: [rows.values.buffer, rows.day.buffer, rows.rule.buffer],
      execArgv: [],
      name: 'churn-training',
    });
    const stop = () => void worker.terminate().then(() => reject(signal.reason), reject);
    signal.addEventListener('abort', stop, { once: true });
    worker.once('message', (training: Training | undefined) => resolve(training));
    worker.once('error', reject);
    worker.once('exit', () => {
      signal.removeEventListener('abort', stop);
      reject(new Error('The training ended without an answer.'));
    });
  });
}

export const parseModel = (json: unknown): TrainedModel => trainedModelSchema.parse(json);
