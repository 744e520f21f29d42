import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { route } from '#server/core/http/route.ts';
import { addDays, dayIn } from '#shared/core/dates.ts';
import {
  getLostReasons,
  lossReasonByLostReason,
  lostReasonDays,
} from '#shared/prospects/lost-reasons.ts';
import { prospectLostReasons } from '#shared/prospects/stages.ts';
import { countLeavingCustomers, countLostProspects } from './queries.ts';

export function lostReasonRoutes(
  app: FastifyInstance,
  { database, clock, env }: Dependencies,
): void {
  const { foreground } = database;
  const timeZone = env.BUSINESS_TIME_ZONE;

  route(app, getLostReasons, async () => {
    const from = addDays(dayIn(timeZone, clock()), -lostReasonDays);
    const prospects = await countLostProspects(foreground, { from, timeZone });
    const customers = await countLeavingCustomers(foreground, from);
    return {
      from,
      rows: prospectLostReasons
        .map((reason) => {
          const lossReason = lossReasonByLostReason[reason];
          return {
            reason,
            prospects: prospects.get(reason) ?? 0,
            lossReason,
            customers: lossReason === null ? null : (customers.get(lossReason) ?? 0),
          };
        })
        .toSorted((one, other) => other.prospects - one.prospects),
    };
  });
}
