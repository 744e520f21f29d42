import { z } from 'zod';
import { createListAnswerSchema, daySchema, endpoint } from '#shared/core/endpoint.ts';

export const revenuePeriodLengths = ['month', 'quarter'] as const;
export type RevenuePeriodLength = (typeof revenuePeriodLengths)[number];

/**
 * Change of the monthly revenue between the start of a period (`from`) and its end (`to`). All
 * amounts are in dollars per month.
 */
export const revenuePeriodSchema = z.strictObject({
  from: z.iso.date(),
  /** First day after the period. */
  to: z.iso.date(),
  /** Revenue from all customers at the start. */
  start: z.number(),
  /** Revenue at the end from customers without revenue at the start. */
  added: z.number(),
  /** Increase among the customers that pay more at the end than at the start. */
  expansion: z.number(),
  /** Decrease among the customers that pay less at the end than at the start, but still pay. */
  contraction: z.number(),
  /** Revenue at the start from customers without revenue at the end. */
  churn: z.number(),
  /** Revenue from all customers at the end. */
  end: z.number(),
  /**
   * `customers`: number of customers with a contract at the start. `lost`: number of these
   * customers without a contract at the end.
   */
  customers: z.int(),
  lost: z.int(),
  /**
   * `due`: monthly amount of the contracts that ended in the period. `renewed`: renewed part of
   * that amount.
   */
  due: z.number(),
  renewed: z.number(),
});
export type RevenuePeriod = z.output<typeof revenuePeriodSchema>;

export const getRevenuePeriods = endpoint({
  method: 'GET',
  path: '/api/churn/revenue',
  summary:
    'Monthly revenue movements by month or quarter, oldest first, for all complete periods with contracts',
  query: z.object({ by: z.enum(revenuePeriodLengths).default('month') }),
  response: z.strictObject({ periods: z.array(revenuePeriodSchema) }),
});

export const revenueMoveKinds = ['New', 'Expansion', 'Contraction', 'Churn'] as const;

export const revenueMoveSchema = z.strictObject({
  institutionId: z.int(),
  institutionName: z.string(),
  /** Dollars per month at the start of the period; `end` is the amount at its end. */
  start: z.number(),
  end: z.number(),
});
export type RevenueMove = z.output<typeof revenueMoveSchema>;

export const getRevenueMoves = endpoint({
  method: 'GET',
  path: '/api/churn/revenue/moves',
  summary: 'Customers whose monthly revenue differs between `from` and `to`',
  query: z.object({ from: daySchema, to: daySchema }),
  response: createListAnswerSchema(revenueMoveSchema),
});
