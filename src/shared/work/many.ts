import { z } from 'zod';
import { idSchema } from '#shared/core/endpoint.ts';

/** As many institutions as one call works on. */
export const mostAtOnce = 500;

const isEachOnce = (ids: readonly number[]): boolean => new Set(ids).size === ids.length;

export const institutionIdsSchema = z.array(idSchema).min(1).max(mostAtOnce).refine(isEachOnce, 'names an institution twice');

/** What was done, was done for all of them; the name is that of the only one, and null for several. */
export const doneSchema = z.strictObject({ institutionIds: z.array(z.int()), institutionName: z.string().nullable() });
