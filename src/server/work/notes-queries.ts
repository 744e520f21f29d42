import { sql } from 'kysely';
import type { Queries } from '#server/core/db/database.ts';
import { updateRowAtVersion } from '#server/core/db/writes.ts';
import type { Note } from '#shared/work/notes.ts';

interface NewNote {
  noteId: string;
  authorId: string;
  body: string;
  at: Date;
}

/** Adds the note to each institution that does not have a note with this id. */
export async function insertNotes(
  queries: Queries,
  institutionIds: readonly number[],
  note: NewNote,
): Promise<void> {
  await sql`
    insert into note (institution_id, note_id, author_id, body, created_at)
    select id, ${note.noteId}::uuid, ${note.authorId}::uuid, ${note.body}, ${note.at}::timestamptz
    from unnest(${institutionIds}::bigint[]) as institution (id)
    on conflict do nothing`.execute(queries);
}

/**
 * Counts the institutions whose note with this id equals the request or was edited later. A lower
 * count than requested means that the id was used for another note.
 */
export async function countNotesMatchingRequest(
  queries: Queries,
  institutionIds: readonly number[],
  note: NewNote,
): Promise<number> {
  const { rows } = await sql<{ found: number }>`
    select count(*) as found from note where institution_id = any(${institutionIds}::bigint[]) and note_id = ${note.noteId}::uuid
      and author_id = ${note.authorId}::uuid and (version > 1 or body = ${note.body})`.execute(
    queries,
  );
  return rows[0]?.found ?? 0;
}

/** Returns the note; `undefined` for an unknown or deleted note. */
export async function findNote(
  queries: Queries,
  institutionId: number,
  noteId: string,
): Promise<Note | undefined> {
  const row = await queries
    .selectFrom('note')
    .innerJoin('person', 'person.user_id', 'note.author_id')
    .select([
      'note.body',
      'note.version',
      'note.created_at',
      'note.edited_at',
      'person.user_id',
      'person.name',
    ])
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

interface Change {
  institutionId: number;
  noteId: string;
  at: Date;
  version: number;
}

const noteOf = (queries: Queries, change: Change) =>
  queries
    .updateTable('note')
    .where('institution_id', '=', change.institutionId)
    .where('note_id', '=', change.noteId)
    .where('deleted_at', 'is', null);

export const updateNote = (queries: Queries, change: Change & { body: string }) =>
  updateRowAtVersion(
    noteOf(queries, change).set({
      body: change.body,
      version: change.version + 1,
      edited_at: change.at,
    }),
    change.version,
  );

/** Removes the note from the timeline. Its text stays in the database. */
export const markNoteDeleted = (queries: Queries, change: Change) =>
  updateRowAtVersion(
    noteOf(queries, change).set({ deleted_at: change.at, version: change.version + 1 }),
    change.version,
  );
