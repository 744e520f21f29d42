import { z } from 'zod';
import { boostedModelSchema } from '../../learning/boosting.ts';
import { calibrationSchema } from '../../learning/calibration.ts';
import { logisticModelSchema } from '../../learning/logistic.ts';

const learnedSchema = z.discriminatedUnion('kind', [logisticModelSchema, boostedModelSchema]);
export const trainedModelSchema = z.strictObject({
  columns: z.array(z.strictObject({ name: z.string(), sign: z.literal([-1, 0, 1]) })),
  /** A model and its calibration for each period in `predictionHorizons`. */
  parts: z.array(z.strictObject({ model: learnedSchema, calibration: calibrationSchema })),
  /** Interval of the observed churn share for chances within 60 days, from the chance `from` up. */
  bands: z.array(z.strictObject({ from: z.number(), low: z.number(), high: z.number() })),
});
export type TrainedModel = z.output<typeof trainedModelSchema>;

export const parseTrainedModel = (json: unknown): TrainedModel => trainedModelSchema.parse(json);
