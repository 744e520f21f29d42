import { z } from 'zod';

/** User as an assignee or author. */
export const personSchema = z.strictObject({ id: z.uuid(), name: z.string() });

export type Person = z.output<typeof personSchema>;
