import type { Queries } from '#server/core/db/database.ts';
import { notFound } from '#server/core/errors.ts';
import { institutionExists, institutionNames } from './queries.ts';

export const institutionNotFound = () => notFound('This institution');

/** Throws a 404 error when the institution does not exist. */
export async function requireInstitution(queries: Queries, institutionId: number): Promise<void> {
  if (!(await institutionExists(queries, institutionId))) throw institutionNotFound();
}

/**
 * Throws a 404 error when one of the institutions does not exist. Returns the institution's name
 * for a single id, and `null` for several ids.
 */
export async function requireInstitutions(
  queries: Queries,
  institutionIds: readonly number[],
): Promise<string | null> {
  const names = await institutionNames(queries, institutionIds);
  const unknown = institutionIds.find((id) => !names.has(id));
  if (unknown !== undefined) throw notFound(`Institution ${unknown}`);
  return institutionIds.length === 1 ? (names.get(institutionIds[0] ?? 0) ?? null) : null;
}
