import { z } from 'zod';
import { boostedModelSchema } from '../../learning/boosting.ts';
import { calibrationSchema } from '../../learning/calibration.ts';
import { logisticModelSchema } from '../../learning/logistic.ts';

const learnedSchema = z.discriminatedUnion('kind', [logisticModelSchema, boostedModelSchema]);
export const trainedModelSchema = z.strictObject({
  columns: z.array(z.strictObject({ name: z.string(), sign: z.literal([-1, 0, 1]) })),
  /** A model and its calibration for each period in `predictionHorizons`. */
  parts: z.array(z.strictObject({ model: learnedSchema, calibration: calibrationSchema })),
  /**
   * Bands of the chance within 60 days, in ascending order. A band starts at the chance `from`.
   * `low` and `high` are the interval of its observed churn share.
   */
  bands: z.array(z.strictObject({ from: z.number(), low: z.number(), high: z.number() })),
});
export type TrainedModel = z.output<typeof trainedModelSchema>;

export const parseTrainedModel = (json: unknown): TrainedModel => trainedModelSchema.parse(json);
