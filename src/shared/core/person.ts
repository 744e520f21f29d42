import { z } from 'zod';

/** A colleague, as work is given to one and told of one. */
export const personSchema = z.strictObject({ id: z.uuid(), name: z.string() });

export type Person = z.output<typeof personSchema>;
