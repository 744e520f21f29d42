import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** Maximum size of a crash report as JSON, in bytes. The browser shortens longer reports. */
export const clientErrorMaxBytes = 8 * 1024;
export const clientErrorMaxCharacters = { message: 500, stack: 6_000, page: 300 } as const;

const most = clientErrorMaxCharacters;

/** Report of a page that crashed in the browser. */
export const clientErrorSchema = z.strictObject({
  /**
   * Id created by the browser, so that the user can quote it even when the report doesn't reach the
   * server.
   */
  id: z.uuid(),
  message: z.string().max(most.message),
  stack: z.string().max(most.stack).nullable(),
  /** Path without query and fragment, which may contain a search text or a secret signature. */
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
