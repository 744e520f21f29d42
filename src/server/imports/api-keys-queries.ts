import { hashSecret, newSecret } from '#server/auth/secret.ts';
import type { Queries } from '#server/core/db/database.ts';

const prefix = 'chairside_';

/** A new key for machines; it is shown this once, and only its hash is kept. */
export async function createApiKey(database: Queries, name: string, now: Date): Promise<string> {
  const key = `${prefix}${newSecret()}`;
  await database
    .insertInto('api_key')
    .values({ key_hash: hashSecret(key), name, created_at: now, last_used_at: null, revoked_at: null })
    .execute();
  return key;
}

/** Ends every working key of the name; answers how many. */
export async function revokeApiKeys(database: Queries, name: string, now: Date): Promise<number> {
  const ended = await database
    .updateTable('api_key')
    .set({ revoked_at: now })
    .where('name', '=', name)
    .where('revoked_at', 'is', null)
    .returning('api_key_id')
    .execute();
  return ended.length;
}

export interface ApiKey {
  id: string;
  name: string;
}

/** The key that an Authorization header brings; undefined when it is missing, malformed, unknown or revoked. */
export async function useApiKey(database: Queries, authorization: string | undefined, now: Date): Promise<ApiKey | undefined> {
  const key = /^Bearer (chairside_[\w-]{43})$/i.exec(authorization ?? '')?.[1];
  if (key === undefined) return undefined;
  // The lookup is by the hash of 256 random bits, so its timing tells nothing about the key.
  const found = await database
    .updateTable('api_key')
    .set({ last_used_at: now })
    .where('key_hash', '=', hashSecret(key))
    .where('revoked_at', 'is', null)
    .returning(['api_key_id as id', 'name'])
    .executeTakeFirst();
  return found;
}
