import {
  getRevenueMoves,
  getRevenuePeriods,
  type PeriodLength,
  type RevenuePeriod,
} from '#shared/churn/contracts/contracts.ts';
import { endpointQuery } from '#web/core/api.ts';

export const revenueQuery = (by: PeriodLength) =>
  endpointQuery(getRevenuePeriods, { query: { by } });

export const revenueMovesQuery = ({ from, to }: Pick<RevenuePeriod, 'from' | 'to'>) =>
  endpointQuery(getRevenueMoves, { query: { from, to } });
