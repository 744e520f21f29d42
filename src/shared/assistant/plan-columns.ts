import { z } from 'zod';
import { endpoint } from '#shared/core/endpoint.ts';
import { columnKeySchema, sentPlanSchema } from './plan.ts';

/** Maximum number of values of a text column that are suggested. */
export const maxSuggestedTexts = 2000;

/** Column of a plan's list with what a filter on it needs. */
const planColumnSchema = z.strictObject({
  key: z.string(),
  label: z.string(),
  kind: z.enum(['text', 'number', 'percent', 'change', 'date', 'option', 'flag']),
  options: z.array(z.string()).exactOptional(),
  prefix: z.literal('$').exactOptional(),
  unit: z.string().exactOptional(),
  digits: z.int().exactOptional(),
  isPerson: z.boolean().exactOptional(),
  hint: z.string().exactOptional(),
});
export type PlanColumn = z.output<typeof planColumnSchema>;

export const postPlanColumns = endpoint({
  method: 'POST',
  path: '/api/assistant/plan/columns',
  summary: 'Get the columns of a plan’s list, and the values of one of them for its filter',
  body: z.strictObject({
    plan: sentPlanSchema,
    /** Key of the column whose values are returned; `null` for none. */
    column: columnKeySchema.nullable(),
  }),
  response: z.strictObject({
    columns: z.array(planColumnSchema),
    /**
     * Values of a text or option column, each with its number of rows under the plan’s search and
     * its filters on other columns. A text column has at most `maxSuggestedTexts`.
     */
    values: z.array(z.strictObject({ value: z.string(), rows: z.int() })),
  }),
});
