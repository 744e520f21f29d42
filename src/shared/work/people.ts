import { endpoint, listAnswerSchema } from '#shared/core/endpoint.ts';
import { personSchema } from '#shared/core/person.ts';

export const getPeople = endpoint({
  method: 'GET',
  path: '/api/work/people',
  summary: 'Active users, who can be assigned work, by name',
  response: listAnswerSchema(personSchema),
});
