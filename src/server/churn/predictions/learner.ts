import { Worker } from 'node:worker_threads';
import type { FlaggedChances } from '#shared/churn/predictions/tiers.ts';
import { wilsonInterval } from '#shared/churn/quality/share.ts';
import { chancesOf, type TrainedModel, type Training, type TrainingRows, trainedModelSchema } from './learner/train.ts';

export type { TrainedModel };

/** Trains in a thread of its own; undefined with too few notices to learn from. */
export function trainAside(rows: TrainingRows, signal: AbortSignal): Promise<Training | undefined> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./learner/worker.ts', import.meta.url), { workerData: rows });
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

/** The chances of a notice, with the band in which such a chance lay by how often it came true. */
export const predict = (model: TrainedModel, rows: readonly (readonly number[])[]): FlaggedChances[] =>
  rows.map((values) => {
    const [chance30 = 0, chance45 = 0, chance60 = 0] = chancesOf(model, values);
    return { chance30, chance45, chance60, ...bandOf(model, chance60) };
  });

export function bandOf({ bands }: Pick<TrainedModel, 'bands'>, chance: number): { low: number; high: number } {
  const band = bands.find(({ to }) => chance <= to) ?? bands.at(-1);
  if (band === undefined || band.customers <= 0) return { low: 0, high: 1 };
  const { low, high } = wilsonInterval(band.left, band.customers);
  const mean = band.left / band.customers;
  // The band is as wide as that of its bin, around the chance itself.
  return { low: Math.max(0, Math.min(chance, chance - (mean - low))), high: Math.min(1, Math.max(chance, chance + (high - mean))) };
}
