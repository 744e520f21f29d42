import { z } from 'zod';
import { endpoint } from '#shared/core/endpoint.ts';
import { institutionIdsSchema } from './many.ts';

/** Hours during which users can undo their changes. */
export const undoHours = 24;

/** Idempotent: also succeeds for changes that are already undone. */
export const postUndo = endpoint({
  method: 'POST',
  path: '/api/work/:workId/undo',
  summary:
    'Undo a change of cases, outcomes, notes or tasks that the user made; 409 when all of them have changed since',
  params: z.strictObject({ workId: z.uuid() }),
  body: z.strictObject({ institutionIds: institutionIdsSchema }),
  response: z.strictObject({
    undone: z.array(z.int()),
    /** Institutions whose work was not undone, because it has changed again in the meantime. */
    kept: z.array(z.int()),
  }),
});
