import {
  getRevenueMoves,
  getRevenuePeriods,
  type RevenuePeriod,
  type RevenuePeriodLength,
} from '#shared/churn/contracts/contracts.ts';
import { endpointQuery } from '#web/core/api.ts';

export const revenuePeriodsQuery = (by: RevenuePeriodLength) =>
  endpointQuery(getRevenuePeriods, { query: { by } });

export const revenueMovesQuery = ({ from, to }: Pick<RevenuePeriod, 'from' | 'to'>) =>
  endpointQuery(getRevenueMoves, { query: { from, to } });
