import { z } from 'zod';
import { idSchema } from '#shared/core/endpoint.ts';

/** Maximum number of institutions or items in one bulk call. */
export const bulkLimit = 500;

const hasNoDuplicates = (ids: readonly number[]): boolean => new Set(ids).size === ids.length;

export const institutionIdsSchema = z
  .array(idSchema)
  .min(1)
  .max(bulkLimit)
  .refine(hasNoDuplicates, 'contains an institution twice');

/**
 * Result of a bulk call, which changes all institutions or none; the name is `null` for more than
 * one institution.
 */
export const bulkResultSchema = z.strictObject({
  institutionIds: z.array(z.int()),
  institutionName: z.string().nullable(),
});
