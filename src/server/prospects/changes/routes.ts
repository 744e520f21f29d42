import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { changedMeanwhile, notFound, unprocessable } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { findEnabledPerson } from '#server/work/people-queries.ts';
import { holdProspect } from '#server/work/prospect-tasks/merged-prospects-queries.ts';
import {
  postProspectChange,
  postProspectFact,
  postProspectNote,
} from '#shared/prospects/changes.ts';
import { closingScoreReader } from './closing-scores.ts';
import {
  findProspectNote,
  findSavedChange,
  insertProspectChange,
  insertProspectNote,
  lockProspects,
  saveProspectFact,
  updateProspectWork,
} from './queries.ts';
import { otherChangeSaved } from './rules.ts';
import { createChangeContext, saveChange } from './save-change.ts';

export function prospectChangeRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { database, clock } = dependencies;
  const readClosingScores = closingScoreReader(dependencies);

  route(app, postProspectChange, async ({ body, user }) => {
    const { changeId, change } = body;
    const versions = new Map(
      body.prospects.map(({ prospectId, version }) => [prospectId, version]),
    );
    if (versions.size < body.prospects.length)
      throw unprocessable('prospects: must not contain a prospect twice');
    const scores =
      change.action === 'move' && change.stage === 'Lost'
        ? await readClosingScores(versions.keys())
        : undefined;
    return database.foreground.transaction().execute(async (transaction) => {
      if (change.action === 'assign' && change.ownerId !== null) {
        const owner = await findEnabledPerson(transaction, change.ownerId);
        if (owner === undefined)
          throw unprocessable('ownerId: must be an active user. Choose someone else.');
      }
      const contextOf = await createChangeContext(transaction, {
        ...{ action: change.action, at: clock() },
        userId: user.id,
      });
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
        const context = contextOf(prospect, scores?.get(prospectId));
        if (await saveChange(transaction, prospect, { changeId, change, context }))
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
      await saveProspectFact(transaction, {
        ...{ prospectId, field, value, at },
        source: null,
        userId: user.id,
      });
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
    return database.foreground.transaction().execute(async (transaction) => {
      if (!(await holdProspect(transaction, prospectId))) throw notFound('This prospect');
      const note = { prospectId, ...body, kind: 'note' as const, userId: user.id, at: clock() };
      if (!(await insertProspectNote(transaction, note))) {
        const saved = await findProspectNote(transaction, prospectId, body.noteId);
        const { author_id, kind, body: text } = saved ?? {};
        if (author_id !== user.id || kind !== 'note' || text !== body.body)
          throw otherChangeSaved();
      }
      return { noteId: body.noteId };
    });
  });
}
