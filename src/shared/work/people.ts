import { createListAnswerSchema, endpoint } from '#shared/core/endpoint.ts';
import { personSchema } from '#shared/core/person.ts';

export const getPeople = endpoint({
  method: 'GET',
  path: '/api/work/people',
  summary: 'Active users, sorted by name. Only active users can be assigned work',
  response: createListAnswerSchema(personSchema),
});
