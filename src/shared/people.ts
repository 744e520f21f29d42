import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** A colleague, as work is given to one and told of one. */
export const personSchema = z.strictObject({ id: z.uuid(), name: z.string() });
export type Person = z.output<typeof personSchema>;

export const getPeople = endpoint({
  method: 'GET',
  path: '/api/people',
  summary: 'Everybody who can be given work, by name',
  response: z.strictObject({ people: z.array(personSchema) }),
});
