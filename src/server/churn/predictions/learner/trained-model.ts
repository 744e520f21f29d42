import { z } from 'zod';
import { boostedSchema } from '../../learning/boosting.ts';
import { calibrationSchema } from '../../learning/calibration.ts';
import { logisticSchema } from '../../learning/logistic.ts';

const learnedSchema = z.discriminatedUnion('kind', [logisticSchema, boostedSchema]);
export const trainedModelSchema = z.strictObject({
  columns: z.array(z.strictObject({ name: z.string(), sign: z.literal([-1, 0, 1]) })),
  /** Models by horizon. */
  parts: z.array(z.strictObject({ model: learnedSchema, calibration: calibrationSchema })),
  /** Interval of observed shares for chances within 60 days from `from` up. */
  bands: z.array(z.strictObject({ from: z.number(), low: z.number(), high: z.number() })),
});
export type TrainedModel = z.output<typeof trainedModelSchema>;

export const parseModel = (json: unknown): TrainedModel => trainedModelSchema.parse(json);
