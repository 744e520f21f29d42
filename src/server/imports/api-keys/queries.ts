import { hashSecret, newSecret } from '#server/auth/secret.ts';
import type { Queries } from '#server/core/db/database.ts';
import { insertOnce } from '#server/core/db/writes.ts';
import type { ApiKeyRow } from '#shared/imports/api-keys.ts';
import { type ImportKind, importKinds } from '#shared/imports/report.ts';

const prefix = 'chairside_';

interface NewApiKey {
  apiKeyId: string;
  name: string;
  /** Kinds of data that the key may import; all kinds when omitted. */
  scopes?: readonly ImportKind[];
  /** User id of the admin who created the key; `null` for a key created by a command. */
  madeBy: string | null;
}

/**
 * Creates an API key and returns it; only its hash is stored. Returns `undefined` when the id
 * already has a key.
 */
export async function createApiKey(
  queries: Queries,
  { apiKeyId, name, scopes, madeBy }: NewApiKey,
  now: Date,
): Promise<string | undefined> {
  const key = `${prefix}${newSecret()}`;
  const isMade = await insertOnce(
    queries.insertInto('api_key').values({
      api_key_id: apiKeyId,
      key_hash: hashSecret(key),
      name,
      scopes: JSON.stringify(scopes ?? importKinds),
      made_by: madeBy,
      created_at: now,
      last_used_at: null,
      revoked_at: null,
    }),
  );
  return isMade ? key : undefined;
}

const ending = (queries: Queries, now: Date) =>
  queries.updateTable('api_key').set({ revoked_at: now }).where('revoked_at', 'is', null);

/** Revokes all active keys with the name. Returns their number. */
export async function revokeApiKeysNamed(
  queries: Queries,
  name: string,
  now: Date,
): Promise<number> {
  return (await ending(queries, now).where('name', '=', name).returning('api_key_id').execute())
    .length;
}

/** Revokes an API key. Returns `false` when the key is unknown or already revoked. */
export async function revokeApiKey(
  queries: Queries,
  apiKeyId: string,
  now: Date,
): Promise<boolean> {
  return (
    (
      await ending(queries, now)
        .where('api_key_id', '=', apiKeyId)
        .returning('api_key_id')
        .execute()
    ).length > 0
  );
}

/**
 * Returns all API keys, or only the key with `apiKeyId`. Active keys come first, then newest first.
 */
export async function findApiKeyRows(
  queries: Queries,
  apiKeyId: string | null = null,
): Promise<ApiKeyRow[]> {
  const rows = await queries
    .selectFrom('api_key as k')
    .leftJoin('app_user as u', 'u.user_id', 'k.made_by')
    .select([
      'k.api_key_id',
      'k.name',
      'k.scopes',
      'k.created_at',
      'u.name as made_by',
      'k.last_used_at',
      'k.revoked_at',
    ])
    .$if(apiKeyId !== null, (keys) => keys.where('k.api_key_id', '=', apiKeyId))
    .orderBy('k.revoked_at', (order) => order.desc().nullsFirst())
    .orderBy('k.created_at', 'desc')
    .execute();
  return rows.map((row) => ({
    apiKeyId: row.api_key_id,
    name: row.name,
    scopes: row.scopes,
    madeAt: row.created_at.toISOString(),
    madeBy: row.made_by,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
  }));
}

export interface ApiKey {
  id: string;
  name: string;
  scopes: ImportKind[];
}

/**
 * Returns the API key in an Authorization header and records its use; `undefined` when the key is
 * missing, malformed, unknown or revoked.
 */
export async function authenticateApiKey(
  queries: Queries,
  authorization: string | undefined,
  now: Date,
): Promise<ApiKey | undefined> {
  const key = /^Bearer (chairside_[\w-]{43})$/i.exec(authorization ?? '')?.[1];
  if (key === undefined) return undefined;
  // A lookup by the hash of 256 random bits reveals nothing about the key through its timing.
  return queries
    .updateTable('api_key')
    .set({ last_used_at: now })
    .where('key_hash', '=', hashSecret(key))
    .where('revoked_at', 'is', null)
    .returning(['api_key_id as id', 'name', 'scopes'])
    .executeTakeFirst();
}
