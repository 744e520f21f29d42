import type { FastifyInstance } from 'fastify';
import { getNotices, type Notice, postClockConfirmation } from '#shared/core/notices.ts';
import { writeAudit } from './audit.ts';
import { clockTroubleText } from './clock/rules.ts';
import type { Dependencies } from './dependencies.ts';
import { route } from './http/route.ts';

export function noticesRoutes(app: FastifyInstance, { database, clock, clockGuard }: Dependencies): void {
  async function notices(): Promise<Notice[]> {
    const trouble = await clockGuard.check();
    return trouble === null ? [] : [{ key: 'clock', text: clockTroubleText(trouble) }];
  }

  route(app, getNotices, async () => ({ rows: await notices() }));

  route(app, postClockConfirmation, async ({ user }) => {
    const trouble = await clockGuard.check();
    if (trouble !== null)
      await database.foreground.transaction().execute(async (transaction) => {
        const takenBack = await clockGuard.confirm(transaction);
        await writeAudit(transaction, {
          at: clock(),
          actor: user.id,
          action: 'clock.confirm',
          objectType: 'clock',
          objectId: trouble.kind,
          detail: { trouble: clockTroubleText(trouble), ...takenBack },
        });
      });
    return { rows: await notices() };
  });
}
