import { z } from 'zod';
import { daySchema, endpoint, listAnswer } from '#shared/core/endpoint.ts';

export const periodLengths = ['month', 'quarter'] as const;
export type PeriodLength = (typeof periodLengths)[number];

/** What became of the monthly revenue in a period, in dollars a month. */
export const revenuePeriodSchema = z.strictObject({
  from: z.iso.date(),
  /** The first day of the next period. */
  to: z.iso.date(),
  start: z.number(),
  /** Of customers who paid nothing at the start. */
  added: z.number(),
  expansion: z.number(),
  contraction: z.number(),
  churn: z.number(),
  end: z.number(),
  /** Customers with a contract at the start, and those of them without one at the end. */
  customers: z.int(),
  lost: z.int(),
  /** Of the contracts that ended in the period; renewed at most up to what was due. */
  due: z.number(),
  renewed: z.number(),
});
export type RevenuePeriod = z.output<typeof revenuePeriodSchema>;

export const getRevenue = endpoint({
  method: 'GET',
  path: '/api/churn/revenue',
  summary: 'What became of the monthly revenue by month or quarter, oldest first, over the whole periods that contracts tell of',
  query: z.object({ by: z.enum(periodLengths).default('month') }),
  response: z.strictObject({ periods: z.array(revenuePeriodSchema) }),
});

export const moveKinds = ['New', 'Expansion', 'Contraction', 'Churn'] as const;

export const revenueMoveSchema = z.strictObject({
  institutionId: z.int(),
  institutionName: z.string(),
  /** Dollars a month at the start and at the end. */
  start: z.number(),
  end: z.number(),
});
export type RevenueMove = z.output<typeof revenueMoveSchema>;

export const getRevenueMoves = endpoint({
  method: 'GET',
  path: '/api/churn/revenue/moves',
  summary: 'The customers whose monthly revenue on `to` is another than on `from`',
  query: z.object({ from: daySchema, to: daySchema }),
  response: listAnswer(revenueMoveSchema),
});
