import { randomUUID } from 'node:crypto';
import type { Queries } from '#server/core/db/database.ts';
import { createApiKey } from '#server/imports/api-keys/queries.ts';

/** Creates an API key that may import all kinds of data. */
export async function createTestApiKey(queries: Queries, name: string): Promise<string> {
  const key = await createApiKey(
    queries,
    { apiKeyId: randomUUID(), name, madeBy: null },
    new Date(),
  );
  if (key === undefined) throw new Error('The id of a new key was taken.');
  return key;
}
