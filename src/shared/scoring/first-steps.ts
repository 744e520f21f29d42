import { z } from 'zod';
import { endpoint } from '#shared/core/endpoint.ts';

/** Kinds of data that scores need, in import order. */
export const scoreDataKinds = ['practices', 'entitlements', 'usage'] as const;

export const getFirstSteps = endpoint({
  method: 'GET',
  path: '/api/scoring/first-steps',
  summary: 'Which steps to the first score are done',
  response: z.strictObject({
    /** Kinds of data that have never been imported. */
    missing: z.array(z.enum(scoreDataKinds)),
    /** `true` once an official week is closed or a provisional score exists. */
    isScored: z.boolean(),
  }),
});
