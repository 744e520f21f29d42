import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '#server/core/dependencies.ts';
import { changedMeanwhile, conflict, forbidden, notFound } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import {
  postCallList,
  postProspectCall,
  postProspectCallUndo,
} from '#shared/prospects/calls/calls.ts';
import { callChange, callNoteText } from '#shared/prospects/calls/outcomes.ts';
import { closingScoreReader } from '../changes/closing-scores.ts';
import {
  findProspectNote,
  findSavedChange,
  insertProspectNote,
  lockProspects,
} from '../changes/queries.ts';
import { otherChangeSaved } from '../changes/rules.ts';
import { createChangeContext, saveChange } from '../changes/save-change.ts';
import { prospectRowsReader } from '../list/rows.ts';
import { findCallChange, findLastNotes, markCallUndone } from './queries.ts';
import { reverseCallChange } from './undo-rules.ts';

export function prospectCallRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { database, clock } = dependencies;
  const readRows = prospectRowsReader(dependencies);
  const readClosingScores = closingScoreReader(dependencies);

  route(app, postCallList, async ({ body: { prospectIds } }) => {
    const { rows, positions } = await readRows();
    const notes = await findLastNotes(database.foreground, prospectIds);
    const prospects = prospectIds.flatMap((id) => {
      const prospect = rows[positions.get(id) ?? -1];
      const note = notes.get(id);
      if (prospect === undefined) return [];
      const lastNote = note && { at: note.at.toISOString(), by: note.by, text: note.text };
      return [{ prospect, lastNote: lastNote ?? null }];
    });
    return { prospects, missing: prospectIds.length - prospects.length };
  });

  route(app, postProspectCall, async ({ params: { prospectId }, body, user }) => {
    const { callId, version, ...made } = body;
    const scores =
      made.outcome === 'notInterested' ? await readClosingScores([prospectId]) : undefined;
    return database.foreground.transaction().execute(async (transaction) => {
      const [prospect] = await lockProspects(transaction, [prospectId]);
      if (prospect === undefined) throw notFound('This prospect');
      const text = callNoteText(made);
      const saved = await findProspectNote(transaction, prospectId, callId);
      if (saved !== undefined) {
        if (saved.author_id === user.id && saved.kind === 'call' && saved.body === text) {
          if (saved.undone_at !== null)
            throw conflict('This call was undone. Save it again as a new call.');
          return { version: prospect.version };
        }
        throw conflict(
          'Another outcome of this call was already saved. Reload the page to see it.',
        );
      }
      if ((await findSavedChange(transaction, prospectId, callId)) !== undefined)
        throw otherChangeSaved();
      const at = clock();
      const note = {
        prospectId,
        noteId: callId,
        kind: 'call' as const,
        userId: user.id,
        body: text,
        at,
      };
      const asked = callChange(made, prospect.stage);
      // While the prospect has a deal in the CRM, a call does not move it.
      const change = asked?.action === 'move' && prospect.hasDealInProgress ? null : asked;
      if (change !== null && prospect.version !== version) throw changedMeanwhile(prospect.name);
      await insertProspectNote(transaction, note);
      if (change === null) return { version: prospect.version };
      const contextOf = await createChangeContext(transaction, {
        ...{ action: change.action, at },
        userId: user.id,
      });
      const context = contextOf(prospect, scores?.get(prospectId));
      await saveChange(transaction, prospect, { changeId: callId, change, context });
      return { version: prospect.version + 1 };
    });
  });

  route(app, postProspectCallUndo, async ({ params, body, user }) => {
    const { prospectId, callId } = params;
    return database.foreground.transaction().execute(async (transaction) => {
      const [prospect] = await lockProspects(transaction, [prospectId]);
      if (prospect === undefined) throw notFound('This prospect');
      const note = await findProspectNote(transaction, prospectId, callId);
      if (note?.kind !== 'call') throw notFound('This call');
      if (note.author_id !== user.id)
        throw forbidden('Only the user who recorded this call can undo it.');
      if (note.undone_at !== null) return { version: prospect.version };
      const at = clock();
      await markCallUndone(transaction, { prospectId, callId, at });
      const made = await findCallChange(transaction, prospectId, callId);
      const change = made === undefined ? null : reverseCallChange(made);
      if (change === null) return { version: prospect.version };
      if (prospect.version !== body.version || made?.isFollowed)
        throw changedMeanwhile(prospect.name);
      const contextOf = await createChangeContext(transaction, {
        ...{ action: change.action, at },
        userId: user.id,
      });
      const context = contextOf(prospect, undefined);
      const isSaved = await saveChange(transaction, prospect, {
        ...{ changeId: randomUUID(), change, context },
        suppressedAt: made?.changed_at,
      });
      return { version: prospect.version + Number(isSaved) };
    });
  });
}
