import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { changedMeanwhile, conflict, unprocessable } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { writeWorkEvents } from '#server/work/event-queries.ts';
import { findEnabledPerson } from '#server/work/people-queries.ts';
import { dayIn } from '#shared/core/dates.ts';
import { getNotices, postSaveAttempt, postSaveAttemptFailure } from '#shared/notices/notices.ts';
import {
  findNotices,
  findSaveAttempt,
  lockNotice,
  saveSaveAttempt,
  saveSaveAttemptFailure,
} from './queries.ts';
import { saveAttemptEvent, saveAttemptFailureEvent } from './rules.ts';

export function noticeRoutes(app: FastifyInstance, { database, clock, env }: Dependencies): void {
  route(app, getNotices, async () => ({ rows: await findNotices(database.foreground) }));

  route(app, postSaveAttempt, async ({ params: { id }, body, user }) => {
    const { lossId, version, ownerId, dueOn, plan } = body;
    const at = clock();
    return database.foreground.transaction().execute(async (transaction) => {
      if (!(await lockNotice(transaction, id, lossId)))
        throw conflict('This customer no longer has this notice. Reload the page.');
      const owner = await findEnabledPerson(transaction, ownerId);
      if (owner === undefined)
        throw unprocessable('ownerId: must be an active user. Choose someone else.');
      const saved = await findSaveAttempt(transaction, id, lossId);
      const isSame = saved?.ownerId === ownerId && saved.dueOn === dueOn && saved.plan === plan;
      if (isSame && saved.failedAt === null) return { version: saved.version };
      if ((saved?.version ?? 0) !== version) throw changedMeanwhile('This save attempt');
      if (dueOn < dayIn(env.BUSINESS_TIME_ZONE, at))
        throw unprocessable('dueOn: must not be in the past');
      await saveSaveAttempt(transaction, {
        ...{ institutionId: id, lossId, ownerId, dueOn, plan },
        ...{ userId: user.id, at, version: version + 1 },
      });
      await writeWorkEvents(
        transaction,
        [saveAttemptEvent(id, { owner: owner.name, dueOn, plan })],
        user.id,
        at,
      );
      return { version: version + 1 };
    });
  });

  route(app, postSaveAttemptFailure, async ({ params: { id }, body, user }) => {
    const { lossId, version, note } = body;
    const at = clock();
    return database.foreground.transaction().execute(async (transaction) => {
      if (!(await lockNotice(transaction, id, lossId)))
        throw conflict('This customer no longer has this notice. Reload the page.');
      const saved = await findSaveAttempt(transaction, id, lossId);
      if (saved?.failedAt != null && saved.version === version + 1)
        return { version: saved.version };
      if (saved === undefined || saved.failedAt !== null || saved.version !== version)
        throw changedMeanwhile('This save attempt');
      await saveSaveAttemptFailure(
        transaction,
        { institutionId: id, lossId },
        { note, at, version: version + 1 },
      );
      await writeWorkEvents(transaction, [saveAttemptFailureEvent(id, note)], user.id, at);
      return { version: version + 1 };
    });
  });
}
