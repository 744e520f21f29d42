import type { FastifyInstance } from 'fastify';
import { writeAudit } from '#server/core/audit/audit.ts';
import type { Queries } from '#server/core/db/database.ts';
import type { Dependencies } from '#server/core/dependencies.ts';
import { conflict, forbidden, notFound } from '#server/core/errors.ts';
import { route } from '#server/core/http/route.ts';
import { requireEarlierRowEqual } from '#server/core/repeated-requests.ts';
import { requireInstitution, requireInstitutions } from '#server/institutions/existence.ts';
import type { User } from '#shared/core/user.ts';
import {
  deleteNote,
  getNote,
  type Note,
  patchNote,
  postNote,
  postNotes,
} from '#shared/work/notes.ts';
import { writeWorkEvents } from './event-queries.ts';
import {
  countNotesMatchingRequest,
  findNote,
  insertNotes,
  markNoteDeleted,
  updateNote,
} from './notes-queries.ts';

const changedSince = () =>
  conflict(
    'Someone changed this note after you opened it. Check it, then save again. Your text is kept.',
  );

const anotherNoteText = 'Another note already uses this id. Reload the page and try again.';

export function notesRoutes(app: FastifyInstance, { database, clock }: Dependencies): void {
  const { foreground } = database;

  route(app, postNote, async ({ params, body, user }) => {
    await requireInstitution(foreground, params.id);
    await insertNotes(foreground, [params.id], { ...body, authorId: user.id, at: clock() });
    return requireEarlierRowEqual(
      await findNote(foreground, params.id, body.noteId),
      (note) => note.author.id === user.id && (note.version > 1 || note.body === body.body),
      anotherNoteText,
    );
  });

  route(app, postNotes, async ({ body: { institutionIds, ...body }, user }) => {
    const institutionName = await requireInstitutions(foreground, institutionIds);
    const note = { ...body, authorId: user.id, at: clock() };
    await foreground.transaction().execute(async (transaction) => {
      await insertNotes(transaction, institutionIds, note);
      if (
        (await countNotesMatchingRequest(transaction, institutionIds, note)) < institutionIds.length
      )
        throw conflict(anotherNoteText);
    });
    return { institutionIds, institutionName };
  });

  route(app, getNote, async ({ params }) =>
    existing(await findNote(foreground, params.id, params.noteId)),
  );

  route(app, patchNote, async ({ params, body, user }) => {
    const before = await ownNote(foreground, params.id, params.noteId, user);
    if (before.body === body.body) return before;
    const at = clock();
    const change = { institutionId: params.id, noteId: params.noteId, ...body, at };
    if ((await updateNote(foreground, change)) !== 'changed') throw changedSince();
    return existing(await findNote(foreground, params.id, params.noteId));
  });

  route(app, deleteNote, async ({ params, body, user }) => {
    await ownNote(foreground, params.id, params.noteId, user);
    const at = clock();
    await foreground.transaction().execute(async (transaction) => {
      const change = { institutionId: params.id, noteId: params.noteId, version: body.version, at };
      if ((await markNoteDeleted(transaction, change)) !== 'changed') throw changedSince();
      const event = {
        institutionId: params.id,
        kind: 'note',
        event: 'deleted',
        subjectId: params.noteId,
        detail: {},
      } as const;
      await writeWorkEvents(transaction, [event], user.id, at);
      const objectId = `${params.id}/${params.noteId}`;
      await writeAudit(transaction, {
        at,
        actor: user.id,
        action: 'note.delete',
        objectType: 'note',
        objectId,
      });
    });
    return { noteId: params.noteId };
  });
}

function existing(note: Note | undefined): Note {
  if (note === undefined) throw notFound('This note');
  return note;
}

async function ownNote(
  queries: Queries,
  institutionId: number,
  noteId: string,
  user: User,
): Promise<Note> {
  const note = existing(await findNote(queries, institutionId, noteId));
  if (note.author.id !== user.id) throw forbidden('Only the author can change this note.');
  return note;
}
