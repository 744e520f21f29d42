import { z } from 'zod';
import { endpoint } from '#shared/core/endpoint.ts';
import { createByProductSchema } from '#shared/core/products.ts';
import { healthTierSchema } from '#shared/core/tiers.ts';

export const getWeeklyComparison = endpoint({
  method: 'GET',
  path: '/api/health-trends/weekly-comparison',
  summary:
    'Figures and benchmarks of the last official week, compared with the previous official week',
  response: z.strictObject({
    weekStartDate: z.iso.date().nullable(),
    previousWeekStartDate: z.iso.date().nullable(),
    institutions: z.int(),
    averageScore: z.number().nullable(),
    previousAverageScore: z.number().nullable(),
    tiers: z.record(healthTierSchema, z.strictObject({ current: z.int(), previous: z.int() })),
    benchmarks: createByProductSchema(
      z.strictObject({
        current: z.number(),
        previous: z.number().nullable(),
        institutions: z.int(),
      }),
    ),
  }),
});
