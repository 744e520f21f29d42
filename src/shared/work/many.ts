import { z } from 'zod';
import { idSchema } from '#shared/core/endpoint.ts';

/** Maximum number of institutions or items in one bulk request. */
export const maxBulkItems = 500;

const hasNoDuplicates = (ids: readonly number[]): boolean => new Set(ids).size === ids.length;

export const institutionIdsSchema = z
  .array(idSchema)
  .min(1)
  .max(maxBulkItems)
  .refine(hasNoDuplicates, 'contains an institution twice');

/**
 * Result of a bulk request, which changes all institutions or none. `institutionName` is `null`
 * when several institutions changed.
 */
export const bulkResultSchema = z.strictObject({
  institutionIds: z.array(z.int()),
  institutionName: z.string().nullable(),
});
