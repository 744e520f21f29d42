import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** Maximum size of a crash report in bytes of JSON; the browser shortens it to fit. */
export const clientErrorMaxBytes = 8 * 1024;
export const clientErrorMaxCharacters = { message: 500, stack: 6_000, page: 300 } as const;

const most = clientErrorMaxCharacters;

/** Report of a page that crashed in the browser. */
export const clientErrorSchema = z.strictObject({
  /** Id made by the browser, so that the user has it even when the report does not arrive. */
  id: z.uuid(),
  message: z.string().max(most.message),
  stack: z.string().max(most.stack).nullable(),
  /** Path without query and fragment, which may hold a search or a link's secret signature. */
  page: z
    .string()
    .max(most.page)
    .regex(/^\/[^?#]*$/, 'a path of this site without query and fragment'),
});
export type ClientError = z.output<typeof clientErrorSchema>;

export const postClientError = endpoint({
  method: 'POST',
  path: '/api/core/client-errors',
  summary: 'Report that a page crashed in the browser',
  body: clientErrorSchema,
  response: z.strictObject({}),
});
