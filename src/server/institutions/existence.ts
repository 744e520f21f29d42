import type { Queries } from '#server/core/db/database.ts';
import { notFound } from '#server/core/errors.ts';
import { institutionExists } from './queries.ts';

export const unknownInstitution = () => notFound('This institution');

/** Throws a 404 when there is no such institution. */
export async function requireInstitution(queries: Queries, institutionId: number): Promise<void> {
  if (!(await institutionExists(queries, institutionId))) throw unknownInstitution();
}
