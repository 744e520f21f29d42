import { z } from 'zod';
import { endpoint } from '#shared/core/endpoint.ts';
import { institutionIdsSchema } from './many.ts';

/** Hours for which people can undo what they did. */
export const undoHours = 24;

/** Also when it was undone before. */
export const postUndo = endpoint({
  method: 'POST',
  path: '/api/work/:workId/undo',
  summary: 'Undo a change of cases, outcomes, notes or tasks of one’s own by the id it was sent with; 409 when all have changed since',
  params: z.strictObject({ workId: z.uuid() }),
  body: z.strictObject({ institutionIds: institutionIdsSchema }),
  response: z.strictObject({
    undone: z.array(z.int()),
    /** Those that have changed since stay as they are. */
    kept: z.array(z.int()),
  }),
});
