import { z } from 'zod';
import { endpoint } from '#shared/core/endpoint.ts';
import { prospectScoreSettingsSchema } from '../sales-settings.ts';

/** Maximum number of changed prospects in a preview. */
export const maxPreviewedChanges = 10;

/** Changes nothing. It is a POST request because the settings are too long for a URL. */
export const postScorePreview = endpoint({
  method: 'POST',
  path: '/api/prospects/score/preview',
  summary: 'Scores of all prospects under other points and limits, compared with today’s scores',
  role: 'admin',
  body: prospectScoreSettingsSchema,
  response: z.strictObject({
    raised: z.int(),
    lowered: z.int(),
    unchanged: z.int(),
    /** Number of prospects in each band of scores, lowest band first. */
    bands: z.array(z.strictObject({ before: z.int(), after: z.int() })),
    /** Prospects whose score changes most. */
    changes: z.array(
      z.strictObject({
        prospectId: z.int(),
        placeId: z.string().nullable(),
        name: z.string(),
        before: z.number(),
        after: z.number(),
      }),
    ),
  }),
});
