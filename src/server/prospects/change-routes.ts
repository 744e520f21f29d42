import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance } from 'fastify';
import type { Queries } from '#server/core/db/database.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { changedMeanwhile, conflict, notFound, unprocessable } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { findEnabledPerson } from '#server/work/people-queries.ts';
import {
  type ProspectChange,
  postProspectChange,
  postProspectFact,
  postProspectNote,
} from '#shared/prospects/changes.ts';
import {
  doesProspectExist,
  findProspectNote,
  findSavedChange,
  insertProspectChange,
  insertProspectNote,
  insertSuppression,
  type LockedProspect,
  liftSuppressions,
  lockProspects,
  saveProspectFact,
  updateProspectWork,
} from './change-queries.ts';
import { applyProspectChange, valuesBefore } from './change-rules.ts';
import { phoneDigitsOf } from './customer-index.ts';

const otherChangeSaved = () =>
  conflict(
    'An earlier version of this change was already saved, so this one wasn’t. Reload the page to see what was saved, then try again.',
  );

export function prospectChangeRoutes(
  app: FastifyInstance,
  { database, clock }: Dependencies,
): void {
  route(app, postProspectChange, async ({ body, user }) => {
    const { changeId, change } = body;
    const versions = new Map(
      body.prospects.map(({ prospectId, version }) => [prospectId, version]),
    );
    if (versions.size < body.prospects.length)
      throw unprocessable('prospects: must not contain a prospect twice');
    return database.foreground.transaction().execute(async (transaction) => {
      if (change.action === 'assign' && change.ownerId !== null) {
        const owner = await findEnabledPerson(transaction, change.ownerId);
        if (owner === undefined)
          throw unprocessable('ownerId: must be an active user. Choose someone else.');
      }
      const prospects = await lockProspects(transaction, [...versions.keys()]);
      if (prospects.length < versions.size) throw notFound('A prospect');
      const changed: { prospectId: number; version: number }[] = [];
      for (const prospect of prospects) {
        const { prospectId, name, version } = prospect;
        const saved = await findSavedChange(transaction, prospectId, changeId);
        if (saved !== undefined) {
          if (!isDeepStrictEqual(saved, change)) throw otherChangeSaved();
          changed.push({ prospectId, version });
          continue;
        }
        if (version !== versions.get(prospectId)) throw changedMeanwhile(name);
        await saveChange(transaction, prospect, change, {
          changeId,
          userId: user.id,
          at: clock(),
        });
        changed.push({ prospectId, version: version + 1 });
      }
      return { prospects: changed };
    });
  });

  route(app, postProspectFact, async ({ params, body, user }) => {
    const { prospectId } = params;
    const { changeId, version, field, value } = body;
    return database.foreground.transaction().execute(async (transaction) => {
      const [prospect] = await lockProspects(transaction, [prospectId]);
      if (prospect === undefined) throw notFound('This prospect');
      const change = { action: 'fact', field, value };
      const saved = await findSavedChange(transaction, prospectId, changeId);
      if (saved !== undefined) {
        if (!isDeepStrictEqual(saved, change)) throw otherChangeSaved();
        return { version: prospect.version };
      }
      if (prospect.version !== version) throw changedMeanwhile(prospect.name);
      const at = clock();
      await saveProspectFact(transaction, { prospectId, field, value, userId: user.id, at });
      await updateProspectWork(transaction, prospect, prospect, at);
      await insertProspectChange(transaction, {
        prospectId,
        changeId,
        userId: user.id,
        at,
        change,
        before: {},
      });
      return { version: version + 1 };
    });
  });

  route(app, postProspectNote, async ({ params, body, user }) => {
    const { prospectId } = params;
    if (!(await doesProspectExist(database.foreground, prospectId)))
      throw notFound('This prospect');
    const note = { prospectId, ...body, userId: user.id, at: clock() };
    if (!(await insertProspectNote(database.foreground, note))) {
      const saved = await findProspectNote(database.foreground, prospectId, body.noteId);
      if (saved?.author_id !== user.id || saved.body !== body.body) throw otherChangeSaved();
    }
    return { noteId: body.noteId };
  });
}

/** Saves a change of a locked prospect and adds it to the history. */
export async function saveChange(
  transaction: Queries,
  prospect: LockedProspect,
  change: ProspectChange,
  { changeId, userId, at }: { changeId: string; userId: string; at: Date },
): Promise<void> {
  const { prospectId, phone } = prospect;
  if (change.action === 'suppress')
    await insertSuppression(transaction, {
      prospectId,
      phoneDigits: phoneDigitsOf(phone),
      reason: change.reason,
      userId,
      at,
    });
  if (change.action === 'liftSuppression')
    await liftSuppressions(transaction, prospectId, userId, at);
  await updateProspectWork(transaction, prospect, applyProspectChange(prospect, change), at);
  await insertProspectChange(transaction, {
    prospectId,
    changeId,
    userId,
    at,
    change,
    before: valuesBefore(prospect),
  });
}
