import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { route } from '#server/core/http/route.ts';
import { postReopening, reopeningJobName } from '#shared/scoring/reopening.ts';
import { recordReopeningRequest } from './reopening.ts';

export function reopeningRoutes(
  app: FastifyInstance,
  { database, clock, jobs }: Dependencies,
): void {
  route(app, postReopening, async ({ body, user }) => {
    await recordReopeningRequest(database.foreground, { ...body, askedBy: user.id }, clock());
    return jobs.runNow(reopeningJobName);
  });
}
