import type { Queries } from '#server/core/db/database.ts';
import { changeAtVersion, insertOnce } from '#server/core/db/writes.ts';
import type { Note } from '#shared/work/notes.ts';

interface NewNote {
  institutionId: number;
  noteId: string;
  authorId: string;
  body: string;
  at: Date;
}

/** Adds the note unless its id is taken. */
export const insertNote = (queries: Queries, note: NewNote): Promise<boolean> =>
  insertOnce(
    queries.insertInto('note').values({
      institution_id: note.institutionId,
      note_id: note.noteId,
      author_id: note.authorId,
      body: note.body,
      created_at: note.at,
      edited_at: null,
      deleted_at: null,
    }),
  );

/** The note; undefined when there is none or it was deleted. */
export async function findNote(queries: Queries, institutionId: number, noteId: string): Promise<Note | undefined> {
  const row = await queries
    .selectFrom('note')
    .innerJoin('app_user', 'app_user.user_id', 'note.author_id')
    .select(['note.body', 'note.version', 'note.created_at', 'note.edited_at', 'app_user.user_id', 'app_user.name'])
    .where('institution_id', '=', institutionId)
    .where('note_id', '=', noteId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    institutionId,
    noteId,
    author: { id: row.user_id, name: row.name },
    body: row.body,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    editedAt: row.edited_at?.toISOString() ?? null,
  };
}

type Change = Pick<NewNote, 'institutionId' | 'noteId' | 'at'> & { version: number };

const noteOf = (queries: Queries, change: Change) =>
  queries
    .updateTable('note')
    .where('institution_id', '=', change.institutionId)
    .where('note_id', '=', change.noteId)
    .where('deleted_at', 'is', null);

export const updateNote = (queries: Queries, change: Change & { body: string }) =>
  changeAtVersion(noteOf(queries, change).set({ body: change.body, version: change.version + 1, edited_at: change.at }), change.version);

/** Takes the note off the timeline. Its text is kept. */
export const markNoteDeleted = (queries: Queries, change: Change) =>
  changeAtVersion(noteOf(queries, change).set({ deleted_at: change.at, version: change.version + 1 }), change.version);
