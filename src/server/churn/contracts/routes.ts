import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { unprocessable } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { getRevenueMoves, getRevenuePeriods } from '#shared/churn/contracts/contracts.ts';
import { listRevenuePeriodStarts } from '#shared/churn/contracts/rules.ts';
import { dayIn } from '#shared/core/dates.ts';
import { findInstitutionsWithRevenueChange, findRevenueMovements } from './queries.ts';

export function revenueRoutes(app: FastifyInstance, { database, clock, env }: Dependencies): void {
  const { foreground } = database;

  route(app, getRevenuePeriods, async ({ query: { by } }) => ({
    periods: await findRevenueMovements(
      foreground,
      listRevenuePeriodStarts(by, dayIn(env.BUSINESS_TIME_ZONE, clock())),
    ),
  }));

  route(app, getRevenueMoves, async ({ query: { from, to } }) => {
    if (to <= from) throw unprocessable('to: must be after from');
    return { rows: await findInstitutionsWithRevenueChange(foreground, from, to) };
  });
}
