import type { FastifyInstance } from 'fastify';
import { createLossListReader } from '#server/churn/losses/list.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { route } from '#server/core/http/route.ts';
import { addDays, dayIn } from '#shared/core/dates.ts';
import {
  countLostReasons,
  getLostReasons,
  lostReasonDays,
} from '#shared/prospects/lost-reasons.ts';
import { prospectRowsReader } from '../list/rows.ts';

export function lostReasonRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const prospects = prospectRowsReader(dependencies);
  const losses = createLossListReader(dependencies);

  route(app, getLostReasons, async () => {
    const { rows, context } = await prospects();
    const { answer } = await losses();
    const from = addDays(dayIn(context.timeZone, dependencies.clock()), -lostReasonDays);
    return { from, rows: countLostReasons(rows, answer.rows, from) };
  });
}
