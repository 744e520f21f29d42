import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { writeAudit } from '#server/core/audit/audit.ts';
import type { Queries } from '#server/core/db/database.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { conflict, notFound, unprocessable } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { dayIn } from '#shared/core/dates.ts';
import {
  deleteAbsence,
  getAbsences,
  getPersonHours,
  getWorkingTime,
  postAbsence,
  postPersonHours,
  postWorkingTime,
} from '#shared/work/working-time.ts';
import { absenceProblem } from '#shared/work/working-time-rules.ts';
import { findEnabledPerson } from '../people-queries.ts';
import {
  acquireAbsencesLock,
  findAbsence,
  findAbsencesSince,
  findCurrentWorkingTime,
  findPersonHours,
  insertAbsence,
  insertWorkingTime,
  overlapsOtherAbsence,
  removeAbsence,
  savePersonHours,
} from './working-time-queries.ts';

export function workingTimeRoutes(
  app: FastifyInstance,
  { database, clock, env }: Dependencies,
): void {
  const { foreground } = database;
  const today = () => dayIn(env.BUSINESS_TIME_ZONE, clock());
  const current = (queries: Queries) => findCurrentWorkingTime(queries, env.BUSINESS_TIME_ZONE);

  route(app, getWorkingTime, () => current(foreground));

  route(app, postWorkingTime, ({ body, user }) =>
    foreground.transaction().execute(async (transaction) => {
      const before = await current(transaction);
      const version = body.version + 1;
      const isNext = before.version === body.version;
      const isAdded =
        isNext &&
        (await insertWorkingTime(transaction, {
          version,
          settings: body.settings,
          madeBy: user.id,
          at: clock(),
        }));
      if (!isAdded)
        throw conflict(
          'Someone saved other working time settings after you opened these. Reload the page, then repeat your change.',
        );
      await writeAudit(transaction, {
        at: clock(),
        actor: user.id,
        action: 'working_time.save',
        objectType: 'working_time_version',
        objectId: String(version),
        detail: { before: before.settings, after: body.settings },
      });
      return current(transaction);
    }),
  );

  route(app, getPersonHours, async ({ params: { userId } }) => {
    await requirePerson(foreground, 'userId', userId);
    const { version, week } = await findPersonHours(foreground, userId);
    return { userId, version, week };
  });

  route(app, postPersonHours, async ({ params: { userId }, body: { version, week }, user }) => {
    await requirePerson(foreground, 'userId', userId);
    const next = { userId, version: version + 1, week };
    await foreground.transaction().execute(async (transaction) => {
      if (
        !(await savePersonHours(transaction, {
          userId,
          version,
          week,
          updatedBy: user.id,
          at: clock(),
        }))
      ) {
        // A repeated request gets the same response as the first request.
        if (
          isDeepStrictEqual(await findPersonHours(transaction, userId), {
            ...next,
            updatedBy: user.id,
          })
        )
          return;
        throw conflict(
          'Someone saved other hours for this person after you opened these. Reload the page, then repeat your change.',
        );
      }
      const object = { objectType: 'person', objectId: userId };
      await writeAudit(transaction, {
        at: clock(),
        actor: user.id,
        action: 'person_hours.save',
        ...object,
        detail: { week },
      });
    });
    return next;
  });

  route(app, getAbsences, async () => ({ rows: await findAbsencesSince(foreground, today()) }));

  route(app, postAbsence, async ({ body, user }) => {
    const problem = absenceProblem(body, today());
    if (problem !== undefined) throw unprocessable(problem);
    if (body.coverId === body.userId) throw unprocessable('coverId: must be someone else');
    await requirePerson(foreground, 'userId', body.userId);
    if (body.coverId !== null) await requirePerson(foreground, 'coverId', body.coverId);
    await foreground.transaction().execute(async (transaction) => {
      await acquireAbsencesLock(transaction, body.userId);
      const before = await findAbsence(transaction, body.absenceId);
      if (before !== undefined) {
        const isSame = (['userId', 'from', 'until', 'coverId'] as const).every(
          (field) => before[field] === body[field],
        );
        if (isSame) return;
        throw conflict('Another absence already uses this id. Reload the page and try again.');
      }
      if (await overlapsOtherAbsence(transaction, body))
        throw conflict('This person already has an absence on some of these days.');
      await insertAbsence(transaction, body, user.id, clock());
      const object = { objectType: 'absence', objectId: body.absenceId };
      await writeAudit(transaction, {
        at: clock(),
        actor: user.id,
        action: 'absence.enter',
        ...object,
        detail: body,
      });
    });
    const entered = (await findAbsencesSince(foreground, today())).find(
      ({ absenceId }) => absenceId === body.absenceId,
    );
    if (entered === undefined) throw notFound('This absence');
    return entered;
  });

  route(app, deleteAbsence, async ({ params: { absenceId }, user }) => {
    await foreground.transaction().execute(async (transaction) => {
      const before = await findAbsence(transaction, absenceId);
      if (before === undefined) return;
      await removeAbsence(transaction, absenceId);
      const object = { objectType: 'absence', objectId: absenceId };
      await writeAudit(transaction, {
        at: clock(),
        actor: user.id,
        action: 'absence.take_back',
        ...object,
        detail: { ...before },
      });
    });
    return { absenceId };
  });
}

async function requirePerson(queries: Queries, field: string, id: string): Promise<void> {
  if ((await findEnabledPerson(queries, id)) === undefined)
    throw unprocessable(`${field}: this user is disabled. Choose someone else.`);
}
