import type { Queries } from '#server/core/db/database.ts';
import { acquireNamedLock } from '#server/core/db/named-locks.ts';
import type { Synonym } from '#shared/assistant/words/lexicon.ts';

const active = (queries: Queries) =>
  queries
    .selectFrom('assistant_synonym as s')
    .leftJoin('app_user as u', 'u.user_id', 's.created_by')
    .select([
      's.synonym_id',
      's.word',
      's.word_key',
      's.term',
      's.list',
      's.created_at',
      'u.name as created_by',
    ])
    .where('s.removed_at', 'is', null);

/** Returns the synonyms in use, sorted by word. */
export const findSynonyms = (queries: Queries) =>
  active(queries).orderBy('s.word_key').orderBy('s.synonym_id').execute();

export const findSynonym = (queries: Queries, synonymId: string) =>
  active(queries).where('s.synonym_id', '=', synonymId).executeTakeFirst();

async function findVersion(queries: Queries): Promise<number> {
  const { version } = await queries
    .selectFrom('assistant_synonym')
    .select((of) => of.fn.coalesce(of.fn.max('version'), of.val(0)).as('version'))
    .executeTakeFirstOrThrow();
  return version;
}

/**
 * Returns a reader of the synonyms in use. It checks the version at each call, so that a change is
 * effective immediately, and reads the synonyms only after a change.
 */
export function createSynonymReader(queries: Queries): () => Promise<readonly Synonym[]> {
  let cached: { version: number; synonyms: readonly Synonym[] } | undefined;
  return async () => {
    const version = await findVersion(queries);
    if (cached?.version === version) return cached.synonyms;
    const synonyms = (await findSynonyms(queries)).map(({ word, term, list }) => ({
      word,
      term,
      list,
    }));
    cached = { version, synonyms };
    return synonyms;
  };
}

/**
 * Locks the synonyms until the transaction ends, so that versions become visible in their order.
 */
const lockSynonyms = (transaction: Queries) => acquireNamedLock(transaction, 'assistant synonyms');

export interface NewSynonym extends Synonym {
  synonymId: string;
  wordKey: string;
}

/**
 * Inserts a synonym. Returns `false` when its id exists, when its word is a synonym in one of the
 * same lists, or when there are already `most` synonyms.
 */
export async function insertSynonym(
  transaction: Queries,
  { synonymId, word, wordKey, term, list }: NewSynonym,
  { userId, now, most }: { userId: string; now: Date; most: number },
): Promise<boolean> {
  await lockSynonyms(transaction);
  const others = await findSynonyms(transaction);
  const isTaken = others.some(
    (other) =>
      other.word_key === wordKey && (list === null || other.list === null || other.list === list),
  );
  if (isTaken || others.length >= most) return false;
  const inserted = await transaction
    .insertInto('assistant_synonym')
    .values({
      synonym_id: synonymId,
      word,
      word_key: wordKey,
      term,
      list,
      created_by: userId,
      created_at: now,
      removed_by: null,
      removed_at: null,
      version: (await findVersion(transaction)) + 1,
    })
    .onConflict((conflict) => conflict.column('synonym_id').doNothing())
    .returning('synonym_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Removes a synonym. Returns it; `undefined` when it does not exist or was already removed. */
export async function removeSynonym(
  transaction: Queries,
  synonymId: string,
  { userId, now }: { userId: string; now: Date },
): Promise<Synonym | undefined> {
  await lockSynonyms(transaction);
  const version = (await findVersion(transaction)) + 1;
  return transaction
    .updateTable('assistant_synonym')
    .set({ removed_by: userId, removed_at: now, version })
    .where('synonym_id', '=', synonymId)
    .where('removed_at', 'is', null)
    .returning(['word', 'term', 'list'])
    .executeTakeFirst();
}
